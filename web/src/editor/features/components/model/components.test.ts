import { sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { addNode, addNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { applyDocumentDiff, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { clipboardText, paste, pasteText } from '../../../commands/clipboard.ts';
import { setMaterial } from '../../../commands/materials.ts';
import {
  deleteSelection,
  duplicateSelection,
  groupSelection,
  reparent,
  ungroupSelection,
} from '../../../commands/selection.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import {
  canDelete,
  deleteComponent,
  detachSelection,
  editableInstance,
  makeComponentOfSelection,
  overridesOf,
  placeInstance,
  push,
  revert,
  sceneComponents,
} from './components.ts';

let editor: TestEditor;
let seat: string;
let leg: string;
/** The selected instance of a component made of both. */
let first: string;
let component: string;

const node = (id: string) => editor.scene.node(id);
const valuesOf = (id: string) => overridesOf(editor, id)?.values;

beforeEach(() => {
  editor = new TestEditor();
  seat = addNode(editor.ydoc, { kind: 'box', name: 'Seat', position: [0, 1, 0] });
  leg = addNode(editor.ydoc, { kind: 'cylinder', name: 'Leg', position: [0, 0.5, 0] });
  editor.selection.set([seat, leg]);
  makeComponentOfSelection(editor, 'Chair');
  first = editor.selection.primary ?? '';
  component = sceneComponents(editor)[0]?.id ?? '';
});

describe('a component in the editor', () => {
  it('is created from the selection, replaced by an instance, and undone in one step', () => {
    expect(sceneComponents(editor)).toEqual([{ id: component, name: 'Chair', count: 1, link: null }]);
    expect(editor.scene.children(null)).toEqual([first]);
    expect(node(`${first}::${seat}`)?.name).toBe('Seat');
    editor.history.undo();
    expect(editor.scene.children(null)).toEqual([seat, leg]);
    expect(sceneComponents(editor)).toEqual([]);
    editor.history.redo();
    expect(editor.scene.children(first)).toHaveLength(2);
  });

  it('can have a hundred instances, which all follow one edit', () => {
    for (let i = 0; i < 5; i += 1) {
      placeInstance(editor, component);
    }
    const places = editor.scene.idsOf('instance').map((id) => node(id)?.position.join());
    expect(new Set(places).size).toBe(6);
    editor.edit(() =>
      addNodes(
        editor.ydoc,
        Array.from({ length: 94 }, () => ({ kind: 'instance', props: { component, values: {} } })),
      ),
    );
    let touched = 0;
    editor.scene.onChange((_, change) => {
      touched += change.nodes.size;
    });
    editor.edit(() => updateNode(editor.ydoc, seat, { visible: false }));
    expect(touched).toBe(100);
    expect(sceneComponents(editor)[0]?.count).toBe(100);
  });

  it('is overridden in one instance, and the override is reverted or applied to all', () => {
    placeInstance(editor, component);
    const second = editor.selection.primary ?? '';
    const paint = addMaterial(editor.ydoc, { name: 'Paint' });
    setMaterial(editor, [`${second}::${seat}`], paint);
    expect(node(`${second}::${seat}`)?.material).toBe(paint);
    expect(node(`${first}::${seat}`)?.material).toBeNull();
    expect(valuesOf(`${second}::${seat}`)).toEqual({ [`nodes/${seat}/material`]: paint });
    expect(valuesOf(`${second}::${leg}`)).toEqual({});
    revert(editor, { instance: second, values: valuesOf(second) ?? {} });
    expect(node(`${second}::${seat}`)?.material).toBeNull();
    editor.history.undo();
    push(editor, { instance: second, values: valuesOf(second) ?? {} });
    expect(node(`${first}::${seat}`)?.material).toBe(paint);
    expect(valuesOf(second)).toEqual({});
  });

  it('keeps its structure in an instance, except while it is edited', () => {
    editor.selection.set([`${first}::${seat}`]);
    duplicateSelection(editor);
    groupSelection(editor, 'Group');
    reparent(editor, [`${first}::${leg}`], { parent: `${first}::${seat}`, before: null });
    expect(editor.ui.notice.value).toEqual({ what: 'instance.closed' });
    expect(editor.scene.children(first)).toHaveLength(2);
    expect(editableInstance(editor)).toBe(first);
    editor.scene.editWithin(first);
    duplicateSelection(editor);
    expect(editor.scene.children(first)).toHaveLength(3);
    expect(node(editor.selection.primary ?? '')?.name).toBe('Seat 2');
    deleteSelection(editor);
    expect(editor.scene.children(first)).toHaveLength(2);
    reparent(editor, [`${first}::${leg}`], { parent: `${first}::${seat}`, before: null });
    expect(editor.scene.parentOf(`${first}::${leg}`)).toBe(`${first}::${seat}`);
    editor.selection.set([first]);
    deleteSelection(editor);
    expect(editor.scene.edited.value).toBeNull();
  });

  it('hides a node that is deleted in an instance', () => {
    editor.selection.set([`${first}::${seat}`]);
    deleteSelection(editor);
    expect(node(`${first}::${seat}`)?.visible).toBe(false);
    expect(valuesOf(first)).toEqual({ [`nodes/${seat}/visible`]: false });
  });

  it('is detached by its own action and by ungrouping', () => {
    for (const detach of [detachSelection, ungroupSelection]) {
      detach(editor);
      expect(node(first)?.kind).toBe('group');
      expect(editor.scene.children(first).map((id) => node(id)?.name)).toEqual(['Seat', 'Leg']);
      editor.history.undo();
      expect(node(first)?.kind).toBe('instance');
    }
  });

  it('is deleted and its instances detached, unless the scene would exceed its node limit', () => {
    placeInstance(editor, component);
    expect(canDelete(editor, component)).toBe(true);
    deleteComponent(editor, component);
    expect(editor.scene.idsOf('instance', 'component')).toEqual([]);
    expect(editor.scene.idsOf('box', 'cylinder')).toHaveLength(4);
    const nodes = Object.fromEntries(
      Array.from({ length: 11_000 }, (_, i) => [
        `i${i}`,
        { kind: 'instance', props: { component: 'c', values: {} } },
      ]),
    );
    const large = parseDocument({
      nodes: { c: { kind: 'component' }, a: { kind: 'box', parent: 'c' }, ...nodes },
    });
    applyDocumentDiff(editor.ydoc, large);
    expect(canDelete(editor, 'c')).toBe(false);
    // Nor can all of them be detached at once.
    for (const detach of [detachSelection, ungroupSelection]) {
      editor.selection.set(Object.keys(nodes));
      detach(editor);
      expect(node('i0')?.kind).toBe('instance');
      expect(editor.ui.notice.value?.what).toBe('repeat.tooMany');
    }
  });

  it('is copied once with its instances to another scene', () => {
    editor.selection.set([first]);
    groupSelection(editor, 'Table');
    const nested = editor.selection.primary ?? '';
    makeComponentOfSelection(editor, 'Table');
    expect(nested).not.toBe('');
    const text = clipboardText(editor) ?? '';
    const other = new TestEditor();
    expect(pasteText(other, text)).toBe(true);
    expect(pasteText(other, text)).toBe(true);
    expect(sceneComponents(other).map(({ name, count }) => [name, count])).toEqual([
      ['Chair', 1],
      ['Table', 2],
    ]);
    expect(other.scene.idsOf('box')).toHaveLength(2);
    other.history.undo();
    expect(other.scene.idsOf('box')).toHaveLength(1);
  });

  /** The nodes in an instance, by name. */
  const shownIn = ({ scene }: TestEditor, instance: string) =>
    new Map(scene.children(instance).map((id) => [scene.node(id)?.name, { id, node: scene.node(id) }]));

  /** Pastes like the clipboard, which fetches the code for components first. */
  const pasteInto = async (to: TestEditor, text: string) => {
    const before = to.selection.ids.value;
    expect(paste(to, text)).toBe(true);
    await expect.poll(() => to.selection.ids.value).not.toEqual(before);
  };

  it('keeps plain nodes that have its ids when pasted, and is shared by later pastes', async () => {
    editor.selection.set([`${first}::${seat}`]);
    deleteSelection(editor);
    editor.selection.set([first]);
    const text = clipboardText(editor) ?? '';
    while (sceneComponents(editor).length > 0) {
      editor.history.undo();
    }
    for (let i = 0; i < 2; i += 1) {
      await pasteInto(editor, text);
      expect(editor.scene.children(null).slice(0, 2)).toEqual([seat, leg]);
      expect(node(seat)?.visible).toBe(true);
      const shown = shownIn(editor, editor.selection.primary ?? '');
      expect([shown.size, shown.get('Seat')?.node?.visible, shown.get('Leg')?.node?.visible]).toEqual([
        2,
        false,
        true,
      ]);
    }
    expect(sceneComponents(editor).map(({ name, count }) => [name, count])).toEqual([['Chair', 2]]);
    editor.history.undo();
    editor.history.undo();
    expect(editor.scene.children(null)).toEqual([seat, leg]);
  });

  it('takes no nodes of a cloned scene, and keeps its interactions and translations', async () => {
    const plain = { seat: { kind: 'box', name: 'Seat' }, leg: { kind: 'box', name: 'Leg', index: 'a1' } };
    const made = {
      nodes: {
        seat: { ...plain.seat, parent: 'chair' },
        leg: { ...plain.leg, parent: 'chair' },
        chair: { kind: 'component', name: 'Chair' },
        one: { kind: 'instance', props: { component: 'chair', values: { 'nodes/seat/name': 'Throne' } } },
      },
      interactions: { open: { node: 'leg', actions: [{ kind: 'show', node: 'seat' }] } },
      motions: { turn: { node: 'seat' } },
      translations: { es: { values: { 'nodes/leg/name': 'Pata', 'nodes/one::seat/name': 'Trono' } } },
    };
    const source = new TestEditor({ ydoc: toYDoc(parseDocument(made)) });
    source.selection.set(['one']);
    const other = new TestEditor({
      ydoc: toYDoc(parseDocument({ nodes: { ...plain, chair: { kind: 'group' } } })),
    });
    await pasteInto(other, clipboardText(source) ?? '');
    const instance = other.selection.primary ?? '';
    const { nodes, interactions, motions, translations } = other.scene.shared.value;
    expect(['seat', 'leg', 'chair'].map((id) => [nodes[id]?.kind, nodes[id]?.parent])).toEqual([
      ['box', null],
      ['box', null],
      ['group', null],
    ]);
    const shown = shownIn(other, instance);
    const [newSeat = '', newLeg = ''] = ['Throne', 'Leg'].map((name) =>
      sourceIdOf(shown.get(name)?.id ?? ''),
    );
    expect([shown.size, newSeat === 'seat', newLeg === 'leg']).toEqual([2, false, false]);
    expect(Object.values(interactions)).toMatchObject([{ node: newLeg, actions: [{ node: newSeat }] }]);
    expect(Object.values(motions)).toMatchObject([{ node: newSeat }]);
    expect(translations.es?.values).toEqual({
      [`nodes/${newLeg}/name`]: 'Pata',
      [`nodes/${instance}::${newSeat}/name`]: 'Trono',
    });
  });

  it('is copied with the materials of its overrides', async () => {
    const [oak, felt] = ['#c09050', '#204020'].map((color) =>
      addMaterial(editor.ydoc, { name: 'Finish', color }),
    );
    setMaterial(editor, [`${first}::${seat}`], oak ?? null);
    setMaterial(editor, [`${first}::${leg}`], felt ?? null);
    editor.selection.set([first]);
    // The other scene has a different material under the id of one of these.
    const foreign = parseDocument({ materials: { [felt ?? '']: { name: 'Glass' } } });
    const other = new TestEditor({ ydoc: toYDoc(foreign) });
    await pasteInto(other, clipboardText(editor) ?? '');
    const { materials } = other.scene.document.value;
    const shown = shownIn(other, other.selection.primary ?? '');
    const colorOf = (name: string) => materials[shown.get(name)?.node?.material ?? '']?.color;
    expect([colorOf('Seat'), colorOf('Leg')]).toEqual(['#c09050', '#204020']);
  });

  it('yields plain nodes when a part of an instance is copied', () => {
    editor.selection.set([`${first}::${seat}`]);
    const other = new TestEditor();
    pasteText(other, clipboardText(editor) ?? '');
    expect(other.scene.idsOf('box')).toHaveLength(1);
    expect(sceneComponents(other)).toEqual([]);
  });
});
