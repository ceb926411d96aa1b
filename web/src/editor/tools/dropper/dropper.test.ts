import type { Material } from '@diorama/shared/scene/document.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { completeMaterial } from '@diorama/shared/scene/partial-material.ts';
import { addMaterial, removeMaterial, updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usesOf } from '../../queries/assigned-material.ts';
import { TestEditor } from '../../test/test-editor.ts';
import type { DropperTool } from './dropper-tool.ts';

let editor: TestEditor;
let [red, blue]: string[] = [];
let [left, right, bare]: string[] = [];

const at = (id: string) => editor.screen(...(editor.scene.node(id)?.position ?? [0, 0, 0]));
const materialOf = (id: string) => editor.scene.node(id)?.material;
const tool = () => editor.tools.current as DropperTool;

beforeEach(() => {
  editor = new TestEditor();
  red = addMaterial(editor.ydoc, { name: 'Red', color: '#ff0000', roughness: 0.2 });
  blue = addMaterial(editor.ydoc, { name: 'Blue', color: '#0000ff' });
  left = addNode(editor.ydoc, { kind: 'box', position: [-2, 0, 0], material: red });
  right = addNode(editor.ydoc, { kind: 'box', position: [2, 0, 0], material: blue });
  bare = addNode(editor.ydoc, { kind: 'box', position: [0, 0, 0] });
  editor.tools.use('dropper');
});

describe('the dropper', () => {
  it('shows the material under the pointer, and nothing where there is none', () => {
    editor.pointerMove(...at(left ?? ''));
    expect(tool().shown.value).toMatchObject({ name: 'Red', material: { roughness: 0.2 } });
    editor.pointerMove(...at(left ?? ''), { shift: true });
    expect(tool().shown.value).toMatchObject({ color: '#ff0000', material: null });
    editor.pointerMove(...at(bare ?? ''));
    expect(tool().shown.value).toBeNull();
    editor.pointerMove(1, 1);
    expect(tool().shown.value).toBeNull();
  });

  it('assigns the picked material to each clicked node, one step each, until Escape', () => {
    editor.click(...at(left ?? '')).expectToBeIn('dropper.painting');
    editor.click(...at(right ?? '')).click(...at(bare ?? ''));
    expect([materialOf(right ?? ''), materialOf(bare ?? '')]).toEqual([red, red]);
    editor.history.undo();
    expect([materialOf(right ?? ''), materialOf(bare ?? '')]).toEqual([red, null]);
    editor.history.undo();
    expect(materialOf(right ?? '')).toBe(blue);
    editor.history.redo();
    expect(materialOf(right ?? '')).toBe(red);
    editor.tools.cancel();
    editor.expectToBeIn('dropper.picking');
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });

  it('keeps the picked material when a touch gesture moves the view', () => {
    editor.click(...at(left ?? '')).expectToBeIn('dropper.painting');
    editor.pointerDown(...at(right ?? '')).tools.losePointer();
    editor.pointerUp().expectToBeIn('dropper.painting');
    expect(materialOf(right ?? '')).toBe(blue);
    editor.click(...at(bare ?? ''));
    expect(materialOf(bare ?? '')).toBe(red);
  });

  it('changes its hand value only when the held material changes', () => {
    editor.click(...at(left ?? ''));
    const before = tool().hand.value;
    editor.pointerMove(...at(right ?? '')).pointerMove(...at(bare ?? ''));
    expect(tool().hand.value).toBe(before);
    updateMaterial(editor.ydoc, red ?? '', { color: '#00ff00' });
    editor.pointerMove(...at(right ?? ''));
    expect(tool().hand.value).toMatchObject({ what: 'material', color: '#00ff00' });
  });

  it('picks from locked nodes, but paints neither them nor nodes behind them', () => {
    const before = editor.scene.document.value.nodes;
    updateNode(editor.ydoc, right ?? '', { locked: true });
    editor.click(...at(left ?? '')).click(...at(right ?? ''));
    expect(materialOf(right ?? '')).toBe(blue);
    expect(Object.keys(editor.scene.document.value.nodes)).toEqual(Object.keys(before));
    editor.tools.cancel();
    editor.click(...at(right ?? ''));
    expect(tool().hand.value).toMatchObject({ what: 'material' });
  });

  it('applies a replacement to all other uses except locked nodes, as a separate step', () => {
    const sides = { left: blue ?? '', right: blue ?? '' };
    const wall = addNode(editor.ydoc, { kind: 'wall', position: [0, 0, -6], props: { materials: sides } });
    const locked = addNode(editor.ydoc, { kind: 'box', material: blue, locked: true });
    const painted = () => {
      const node = editor.scene.node(wall);
      return [node?.kind === 'wall' && node.props.materials, materialOf(locked)];
    };
    editor.click(...at(left ?? '')).click(...at(right ?? ''));
    expect(tool().painted.value).toEqual({ before: blue, after: red });
    expect(usesOf(editor, blue ?? '')).toHaveLength(2);
    tool().paintAll();
    expect(painted()).toEqual([{ left: red, right: red }, blue]);
    expect(tool().painted.value).toBeNull();
    editor.history.undo();
    expect(painted()).toEqual([sides, blue]);
    expect(materialOf(right ?? '')).toBe(red);
    editor.click(...at(right ?? ''));
    expect(tool().painted.value).toBeNull();
  });

  it('picks only the color with Shift, and keeps the other values of the target material', () => {
    editor.click(...at(left ?? ''), { shift: true }).click(...at(right ?? ''));
    const after = editor.scene.document.value.materials[blue ?? ''];
    expect(after).toMatchObject({ name: 'Blue', color: '#ff0000' });
    expect(after?.roughness).not.toBe(0.2);
    editor.history.undo();
    expect(editor.scene.document.value.materials[blue ?? '']?.color).toBe('#0000ff');
  });

  it('creates a material for a color applied to a bare node or a shared material', () => {
    const other = addNode(editor.ydoc, { kind: 'box', position: [0, 0, -6], material: blue });
    const colorOf = (id: string) => editor.scene.document.value.materials[materialOf(id) ?? '']?.color;
    editor.click(...at(left ?? ''), { shift: true }).click(...at(bare ?? ''));
    expect(colorOf(bare ?? '')).toBe('#ff0000');
    expect(materialOf(bare ?? '')).not.toBe(red);
    editor.click(...at(right ?? ''));
    expect([colorOf(right ?? ''), colorOf(other)]).toEqual(['#ff0000', '#0000ff']);
    tool().paintAll();
    expect(materialOf(other)).toBe(materialOf(right ?? ''));
    editor.history.undo();
    editor.history.undo();
    expect(materialOf(right ?? '')).toBe(blue);
  });

  /**
   * Adds a model that fills the view's centre with one slot; returns a function that restores the box probe.
   */
  const putModel = () => {
    const model = addNode(editor.ydoc, {
      kind: 'model',
      position: [0, 0, 3],
      props: { asset: '/api/assets/chair' },
    });
    const queries = editor.queries as NonNullable<typeof editor.queries>;
    const hit = queries.hits(editor.camera.rayAt({ x: 400, y: 300 }))[0];
    editor.attach({
      ...queries,
      hits: () => (hit ? [{ ...hit, id: model, slot: 'Paint' }] : []),
    } as typeof queries);
    return () => void editor.attach(queries);
  };

  it('adds a file’s material to the scene with its first use', async () => {
    const before = Object.keys(editor.scene.document.value.materials);
    const asked: object[] = [];
    tool().readFileMaterial = async (file) => {
      asked.push(file);
      return {
        material: completeMaterial({ name: 'Paint', color: '#00ff00', roughness: 0.3 }),
        withPictures: null,
      };
    };
    const showBoxes = putModel();
    editor.click(400, 300);
    await vi.waitFor(() => editor.expectToBeIn('dropper.painting'));
    expect(asked).toEqual([{ asset: '/api/assets/chair', slot: 'Paint' }]);
    expect(Object.keys(editor.scene.document.value.materials)).toEqual(before);
    showBoxes();
    editor.click(...at(left ?? '')).click(...at(bare ?? ''));
    const made = materialOf(left ?? '') ?? '';
    expect(editor.scene.document.value.materials[made]).toMatchObject({ name: 'Paint', roughness: 0.3 });
    expect(materialOf(bare ?? '')).toBe(made);
    editor.history.undo();
    editor.history.undo();
    expect(Object.keys(editor.scene.document.value.materials)).toEqual(before);
    editor.click(...at(bare ?? ''));
    expect(editor.scene.document.value.materials[materialOf(bare ?? '') ?? '']?.name).toBe('Paint');
  });

  describe('with a picked file material that has pictures', () => {
    const PICTURE = '/api/assets/picture';
    let sent = 0;
    let arrive = (): void => undefined;
    let fail = (): void => undefined;
    const picturesOf = (id: string) =>
      editor.scene.document.value.materials[materialOf(id) ?? '']?.maps.color;
    const take = async () => {
      tool().readFileMaterial = async () => ({
        material: completeMaterial({ name: 'Paint' }),
        withPictures: () => {
          sent += 1;
          const { promise, resolve, reject } = Promise.withResolvers<Material>();
          arrive = () => resolve(completeMaterial({ name: 'Paint', maps: { color: PICTURE } }));
          fail = () => reject(new Error('Nothing arrives'));
          return promise;
        },
      });
      const showBoxes = putModel();
      editor.click(400, 300);
      await vi.waitFor(() => editor.expectToBeIn('dropper.painting'));
      showBoxes();
    };
    beforeEach(async () => {
      sent = 0;
      await take();
    });

    it('uploads the pictures once, at the first use, for all uses', async () => {
      expect(sent).toBe(0);
      editor.click(...at(left ?? '')).click(...at(bare ?? ''));
      expect(editor.ui.transfers.value).toHaveLength(2);
      expect(materialOf(left ?? '')).toBe(red);
      arrive();
      await vi.waitFor(() => expect(editor.ui.transfers.value).toEqual([]));
      expect(materialOf(left ?? '')).toBe(materialOf(bare ?? ''));
      expect(picturesOf(left ?? '')).toBe(PICTURE);
      editor.history.undo();
      expect([materialOf(bare ?? ''), picturesOf(left ?? '')]).toEqual([null, PICTURE]);
      editor.history.undo();
      expect(materialOf(left ?? '')).toBe(red);
      editor.click(...at(bare ?? ''));
      expect(picturesOf(bare ?? '')).toBe(PICTURE);
      tool().dropMaterial();
      await take();
      editor.click(...at(left ?? ''));
      expect(picturesOf(left ?? '')).toBe(PICTURE);
      expect(sent).toBe(1);
    });

    it('undoes pending assignments before completed edits', async () => {
      editor.click(...at(left ?? '')).click(...at(bare ?? ''));
      expect(editor.tools.undo()).toBe(true);
      expect(editor.ui.transfers.value).toHaveLength(1);
      arrive();
      await vi.waitFor(() => expect(picturesOf(left ?? '')).toBe(PICTURE));
      expect(materialOf(bare ?? '')).toBeNull();
      expect(editor.tools.undo()).toBe(false);
    });

    it('reports a failed upload and retries it with the next use', async () => {
      const reported: unknown[] = [];
      tool().reportUnsent = (error) => reported.push(error);
      editor.click(...at(left ?? ''));
      fail();
      await vi.waitFor(() => expect(reported).toHaveLength(1));
      expect(materialOf(left ?? '')).toBe(red);
      editor.click(...at(left ?? ''));
      arrive();
      await vi.waitFor(() => expect(picturesOf(left ?? '')).toBe(PICTURE));
      expect(sent).toBe(2);
    });

    it.each([
      ['was removed', () => removeNodes(editor.ydoc, [left ?? ''])],
      ['was locked', () => updateNode(editor.ydoc, left ?? '', { locked: true })],
      [
        'can no longer be edited',
        () => {
          editor.isReadOnly.value = true;
        },
      ],
    ])('reports that the clicked node %s', async (_, change) => {
      editor.click(...at(left ?? ''));
      change();
      arrive();
      await vi.waitFor(() => expect(editor.ui.notice.value).toEqual({ what: 'dropper.left' }));
      expect(editor.ui.transfers.value).toEqual([]);
      expect(Object.keys(editor.scene.document.value.materials)).toEqual([red, blue]);
    });
  });

  it('ignores a file material that loads after another pick or cannot be read', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    tool().readFileMaterial = () => promise;
    const showBoxes = putModel();
    editor.click(400, 300);
    showBoxes();
    editor.click(...at(left ?? ''));
    resolve(null);
    await promise;
    expect(tool().hand.value).toMatchObject({ name: 'Red' });
  });

  it('picks a file material’s color with Shift', () => {
    editor.fileColor = () => '#00FF00';
    const showBoxes = putModel();
    editor.pointerMove(400, 300);
    expect(tool().shown.value).toMatchObject({ name: 'Paint', color: '#00FF00', material: null });
    editor.click(400, 300, { shift: true });
    showBoxes();
    editor.click(...at(right ?? ''));
    expect(editor.scene.document.value.materials[blue ?? '']?.color).toBe('#00ff00');
  });

  it('shows a notice when applying only a color to a file’s own material', () => {
    editor.click(...at(left ?? ''), { shift: true });
    putModel();
    editor.click(400, 300);
    expect(editor.ui.notice.value).toEqual({ what: 'dropper.ofFile' });
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('neither picks nor paints at the end of a drag or a touch rotation', () => {
    const [x, y] = at(left ?? '');
    editor.swipe([x + 60, y], [x, y]).expectToBeIn('dropper.picking');
    editor.tap(x, y).expectToBeIn('dropper.painting');
    const [toX, toY] = at(right ?? '');
    editor.swipe([toX - 60, toY], [toX, toY]);
    editor
      .pointerDown(toX, toY - 60)
      .pointerMove(toX, toY)
      .pointerUp();
    expect(materialOf(right ?? '')).toBe(blue);
    editor.tap(toX, toY);
    expect(materialOf(right ?? '')).toBe(red);
  });

  it('shows the held material until it is dropped or another user deletes it', () => {
    editor.click(...at(left ?? ''));
    expect(tool().hand.value).toMatchObject({ what: 'material', name: 'Red' });
    tool().dropMaterial();
    editor.expectToBeIn('dropper.picking');
    expect(tool().hand.value).toBeNull();
    editor.click(...at(left ?? ''));
    removeMaterial(editor.ydoc, red ?? '');
    editor.pointerMove(...at(right ?? '')).expectToBeIn('dropper.picking');
    expect(tool().hand.value).toBeNull();
  });

  it('swaps materials with Alt, which does not move the view', () => {
    editor.click(...at(left ?? ''));
    expect(editor.tools.takesAlt({ x: 0, y: 0, kind: 'mouse', shift: false, mod: false, alt: true })).toBe(
      true,
    );
    editor.click(...at(right ?? ''), { alt: true });
    expect(materialOf(right ?? '')).toBe(red);
    expect(tool().shown.value?.name).toBe('Blue');
    editor.click(...at(left ?? ''));
    expect([materialOf(left ?? ''), materialOf(right ?? '')]).toEqual([blue, red]);
  });

  it('swaps with a file’s material, too', async () => {
    tool().readFileMaterial = async () => ({
      material: completeMaterial({ name: 'Paint' }),
      withPictures: null,
    });
    editor.click(...at(left ?? ''));
    const showBoxes = putModel();
    editor.click(400, 300, { alt: true });
    await vi.waitFor(() => expect(tool().hand.value).toMatchObject({ name: 'Paint' }));
    showBoxes();
    editor.click(...at(right ?? ''));
    expect(editor.scene.document.value.materials[materialOf(right ?? '') ?? '']?.name).toBe('Paint');
  });

  it('ignores bare nodes, deleted materials and read-only users', () => {
    editor.click(...at(bare ?? '')).expectToBeIn('dropper.picking');
    editor.click(...at(left ?? ''));
    removeMaterial(editor.ydoc, red ?? '');
    editor.click(...at(right ?? ''));
    expect(materialOf(right ?? '')).toBe(blue);
    editor.isReadOnly.value = true;
    editor.expectToBeIn('select.idle');
  });

  it('paints only the clicked slot of a node with several', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', position: [0, 0, -6] });
    editor.click(...at(left ?? ''));
    const queries = editor.queries;
    const hit = queries?.hits(editor.camera.rayAt({ x: 400, y: 300 }))[0];
    editor.attach({
      undrawn: undefined,
      ...(queries as NonNullable<typeof queries>),
      hits: () => (hit ? [{ ...hit, id: wall, slot: 'left' }] : []),
    } as NonNullable<typeof queries>);
    editor.click(400, 300);
    const node = editor.scene.node(wall);
    expect(node?.kind === 'wall' && node.props.materials).toEqual({ left: red });
    expect(node?.material).toBeNull();
  });

  it('passes a material’s color to a field once, then returns to the previous tool', () => {
    editor.tools.use('distanceMeter');
    const taken: string[] = [];
    const ask = () => tool().takeColor((color) => taken.push(color));
    (editor.tools.toolOf('dropper') as DropperTool).takeColor((color) => taken.push(color));
    editor.expectToBeIn('dropper.takingColor');
    editor.click(...at(bare ?? '')).click(1, 1);
    expect(taken).toEqual([]);
    editor.click(...at(left ?? ''));
    expect(taken).toEqual(['#ff0000']);
    expect(editor.tools.activeId.value).toBe('distanceMeter');
    expect(editor.history.state.value.canUndo).toBe(false);
    editor.tools.use('dropper');
    ask();
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
    expect(taken).toHaveLength(1);
    editor.tools.use('dropper');
    editor.expectToBeIn('dropper.picking');
  });
});
