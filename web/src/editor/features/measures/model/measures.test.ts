import { measuredBy, withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { measureText } from '../../../../scene/measure/measure-text.ts';
import { pointsInScene } from '../../../../scene/measure/measured-line.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { saveMeasure } from './measures.ts';

const UP = new Vector3(0, 1, 0);
const WIDTH = {
  mode: 'distance',
  points: [
    { point: new Vector3(1, 0, 2), normal: UP },
    { point: new Vector3(1, 3, 6), normal: UP },
  ],
} as const;

let editor: TestEditor;

beforeEach(() => {
  editor = new TestEditor();
});

/** Label texts of the scene's measures. */
function texts(): string[] {
  const { scene } = editor;
  return scene.nodesOf('measure').map(([id, node]) => {
    const line = measuredBy(node);
    const points = line ? pointsInScene(line, scene.worldOf(id)) : [];
    return measureText(node.props.mode, points, { unit: 'm', language: 'en' });
  });
}

describe('a measurement saved in the scene', () => {
  it('keeps its values, is centered between its points, selected, and undoable', () => {
    expect(saveMeasure(editor, WIDTH, { name: 'Width', isGiven: true })).toBe('saved');
    // Distance between the points, and between their surfaces.
    expect(texts()).toEqual(['5 m · ⊥ 3 m']);
    const [id = ''] = editor.selection.ids.value;
    expect(editor.scene.node(id)).toMatchObject({
      kind: 'measure',
      name: 'Width',
      position: [1, 1.5, 4],
      props: { showsName: true, stop: null },
    });
    editor.history.undo();
    expect(texts()).toEqual([]);
  });

  it('scales with its node, and refers to the copied tour stop when both are copied', () => {
    saveMeasure(editor, WIDTH, { name: 'Distance 1', isGiven: false });
    const [id = ''] = editor.selection.ids.value;
    editor.edit(() => updateNode<'measure'>(editor.ydoc, id, { scale: [2, 2, 2], props: { stop: 'door' } }));
    expect(texts()).toEqual(['10 m · ⊥ 6 m']);
    const node = editor.scene.node(id);
    const copied = (name?: string) => node && withRenamed(node, () => name).props;
    expect([copied('copy'), copied()]).toMatchObject([{ stop: 'copy' }, { stop: 'door' }]);
  });

  it('is not created in a read-only scene', () => {
    editor.isReadOnly.value = true;
    expect(saveMeasure(editor, WIDTH, { name: 'Width', isGiven: true })).toBe('readOnly');
    expect(texts()).toEqual([]);
  });

  it('is rejected with more than 200 points', () => {
    const points = Array.from({ length: 201 }, (_, i) => ({ point: new Vector3(i, 0, 0), normal: null }));
    const save = (count: number) =>
      saveMeasure(editor, { mode: 'area', points: points.slice(0, count) }, { name: 'Lawn', isGiven: true });
    expect(save(201)).toBe('tooManyPoints');
    expect(editor.scene.nodesOf('measure')).toEqual([]);
    expect(save(200)).toBe('saved');
  });
});
