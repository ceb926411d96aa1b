import { parseDocument } from '@diorama/shared/scene/document.ts';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { anchorIn, createPlaces } from './comment-place.ts';

const document = parseDocument({
  nodes: {
    crate: { kind: 'box', position: [3, 0, 0], scale: [2, 2, 2], props: {} },
    robot: { kind: 'model' },
  },
});
const view = { position: new Vector3(0, 1, 8), target: new Vector3(0, 1, 0), fov: 40 };
const spot = { mesh: 0, triangle: 7, barycentric: [0.2, 0.3, 0.5] as [number, number, number] };
const hit = { id: 'crate', point: new Vector3(4, 1, 0), normal: new Vector3(1, 0, 0), spot };

describe('the anchor of a comment', () => {
  it('is stored in node space and resolves to the same point', () => {
    const anchor = anchorIn(document, hit, { view, isSimplified: false });
    expect(anchor).toMatchObject({ node: 'crate', position: [0.5, 0.5, 0], camera: { fov: 40 } });
    expect(createPlaces(document)(anchor)?.toArray()).toEqual([4, 1, 0]);
  });

  it('includes the surface hit, except on simplified model files', () => {
    expect(anchorIn(document, hit, { view, isSimplified: false }).surface).toEqual({
      node: 'crate',
      ...spot,
    });
    // A door has the same faces on phones; a file has others.
    expect(anchorIn(document, hit, { view, isSimplified: true }).surface).toEqual({ node: 'crate', ...spot });
    const onFile = { ...hit, id: 'robot' };
    expect(anchorIn(document, onFile, { view, isSimplified: true }).surface).toBeNull();
    expect(anchorIn(document, onFile, { view, isSimplified: false }).surface).toMatchObject({
      node: 'robot',
    });
    expect(anchorIn(document, { ...hit, spot: null }, { view, isSimplified: false }).surface).toBeNull();
  });
});
