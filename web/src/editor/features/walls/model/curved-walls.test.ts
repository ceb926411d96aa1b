import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { readDocument, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { Matrix4 } from 'three';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mirrorSelection } from '../../../commands/arrange.ts';
import { createPropFit, propPatches } from '../../../queries/prop-fit.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { moveCorner } from './kernels/move-walls.ts';
import { levelOf, wallsOn } from './wall-plan.ts';
import { scaledWall } from './walls.ts';

let editor: TestEditor;
let wall: string;
let door: string;

beforeEach(() => {
  editor = new TestEditor();
  wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0], curve: 1 } });
  door = addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 1 } });
  editor.selection.set([wall]);
});
afterEach(() => editor.dispose());

const propsOf = (id: string) => editor.scene.node(id)?.props;
const bounds = () => editor.queries?.boundsOf([wall]);

describe('a curved wall', () => {
  it('is mirrored with its curve and its door', () => {
    const before = bounds();
    mirrorSelection(editor, 'z');
    const middle = ((before?.min.z ?? 0) + (before?.max.z ?? 0)) / 2;
    expect(bounds()?.min.z).toBeCloseTo(2 * middle - (before?.max.z ?? 0), 4);
    expect(bounds()?.max.z).toBeCloseTo(2 * middle - (before?.min.z ?? 0), 4);
    expect(levelOf(editor, wall)).not.toBeNull();
    editor.history.undo();
    const drawn = editor.queries?.boundsOf([door]);
    mirrorSelection(editor, 'x');
    expect(bounds()?.min.z).toBeCloseTo(before?.min.z ?? 9, 4);
    expect(editor.queries?.boundsOf([door]).min.x).toBeCloseTo(-(drawn?.max.x ?? 9), 4);
  });

  it('is scaled with its curve, and its door keeps its relative offset', () => {
    const patches = scaledWall(editor, wall, new Matrix4().makeScale(1, 1, 1.5));
    expect(patches?.get(wall)?.props).toMatchObject({ start: [-2, 0], end: [2, 0], curve: 1.5 });
    const lengths = [1, 1.5].map((curve) => {
      const plan = { start: [-2, 0], end: [2, 0], thickness: 0.1, justification: 'center' } as const;
      return wallLine({ ...plan, curve })?.length ?? 0;
    });
    const { offset } = (patches?.get(door)?.props ?? {}) as { offset?: number };
    expect(offset).toBeCloseTo((lengths[1] ?? 0) / (lengths[0] ?? 1), 5);
  });

  it('stores a curve clamped to the maximum when the document exceeds it', () => {
    updateNode(editor.ydoc, wall, { props: { curve: 1e6 } });
    const patches = scaledWall(editor, wall, new Matrix4().makeScale(1.5, 1.5, 1.5));
    expect(patches?.get(wall)?.props).toMatchObject({ curve: 3 });
    const level = levelOf(editor, wall);
    const there = level && wallsOn(editor, level);
    const plan = there && moveCorner(there, [2, 0], [6, 0]);
    expect(plan?.update.find(({ id }) => id === wall)?.props).toMatchObject({ end: [6, 0], curve: 4 });
  });

  it('clamps a curve from a field, and keeps the relative offset of its openings', () => {
    expect(createPropFit(editor)(wall, 'curve', 9)).toBe(2);
    const patches = propPatches(editor, [wall], { key: 'curve', next: () => 9 });
    expect(patches.get(wall)).toEqual({ props: { curve: 2 } });
    const node = editor.scene.node(wall);
    const length = node?.kind === 'wall' ? (wallLine(node.props)?.length ?? 0) : 0;
    expect(patches.get(door)?.props).toEqual({ offset: expect.closeTo((2 * Math.PI) / length, 5) });
    expect(propPatches(editor, [wall], { key: 'height', next: (before) => Number(before) + 1 })).toEqual(
      new Map([[wall, { props: { height: 3.5 } }]]),
    );
  });

  it('survives a round trip through the Yjs document, and is straight by default', () => {
    const document = { ...emptyDocument(), nodes: editor.scene.document.value.nodes };
    expect(readDocument(toYDoc(document)).nodes).toEqual(document.nodes);
    const straight = addNode(editor.ydoc, { kind: 'wall' });
    expect(propsOf(straight)).toMatchObject({ curve: 0 });
  });
});
