import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { addNode, groupNodes, updateNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownCopies } from '../queries/shown-copies.ts';
import { TestEditor } from '../test/test-editor.ts';
import { makeSingle, repeatSelection } from './repeat.ts';
import { ungroupSelection } from './selection.ts';

let editor: TestEditor;
let box: string;

const nodes = () => editor.scene.document.value.nodes;
const stored = () => Object.keys(editor.scene.shared.value.nodes);
const copies = () => Object.keys(nodes()).filter(isGeneratedId);
const repeat = () => editor.selection.primary ?? '';
const change = (props: object) => editor.edit(() => updateNode(editor.ydoc, repeat(), { props }));
/** Places of all boxes in the scene. */
const places = () =>
  [...resolveScene(editor.scene.document.value).values()]
    .filter(({ node }) => node.kind === 'box')
    .map(({ world }) => world.elements.map((one) => Math.round(one * 1e3) / 1e3 + 0).join())
    .sort();

beforeEach(() => {
  editor = new TestEditor();
  box = addNode(editor.ydoc, { kind: 'box', name: 'Box', position: [2, 0, 0] });
  editor.selection.set([box]);
  repeatSelection(editor, 'Repeat');
});

describe('a repeat of the selection', () => {
  it('adds copies beside its source, which stays the same node, in one undo step', () => {
    expect(editor.scene.node(repeat())).toMatchObject({
      kind: 'repeat',
      name: 'Repeat',
      position: [2, 0, 0],
    });
    expect(editor.scene.parentOf(box)).toBe(repeat());
    expect(copies()).toHaveLength(2);
    expect(editor.queries?.boundsOf([repeat()]).max.x).toBeCloseTo(2.5 + 2 * 1.1);
    editor.history.undo();
    expect(copies()).toEqual([]);
    expect(editor.scene.node(box)?.position).toEqual([2, 0, 0]);
  });

  it('follows edits of the source and of the number of copies, with undo', () => {
    change({ count: 5 });
    expect(copies()).toHaveLength(4);
    editor.edit(() => updateNode(editor.ydoc, box, { props: { size: [1, 4, 1] } }));
    expect(copies().map((id) => nodes()[id]?.props)).toEqual(Array(4).fill({ size: [1, 4, 1] }));
    editor.history.undo();
    editor.history.undo();
    expect(copies()).toHaveLength(2);
    editor.history.redo();
    expect(copies()).toHaveLength(4);
  });

  it('is not created for a locked selection or in a read-only scene', () => {
    const other = addNode(editor.ydoc, { kind: 'box', locked: true });
    editor.selection.set([other]);
    const before = stored();
    repeatSelection(editor, 'Repeat');
    editor.selection.set([box]);
    editor.isReadOnly.value = true;
    repeatSelection(editor, 'Repeat');
    makeSingle(editor);
    expect(stored()).toEqual(before);
  });

  it('keeps its source when it is ungrouped', () => {
    ungroupSelection(editor);
    expect(stored()).toEqual([box]);
    expect(editor.scene.node(box)?.position).toEqual([2, 0, 0]);
  });
});

describe('the number of copies', () => {
  it('is reported, also when fewer fit than the pattern requests', () => {
    expect(shownCopies(editor, repeat())).toEqual({ shown: 2, wanted: 2 });
    change({ pattern: 'grid', counts: [5, 1, 4] });
    expect(shownCopies(editor, repeat())).toEqual({ shown: 19, wanted: 19 });
    const ground = addNode(editor.ydoc, { kind: 'plane', props: { size: [3, 3] } });
    change({ pattern: 'scatter', count: 500, spacing: 1 });
    expect(shownCopies(editor, repeat())).toEqual({ shown: 0, wanted: 500 });
    change({ surface: ground });
    expect(shownCopies(editor, repeat())).toEqual({ shown: copies().length, wanted: 500 });
    expect(copies().length).toBeGreaterThan(3);
    expect(shownCopies(editor, ground)).toBeNull();
  });
});

describe('separated copies', () => {
  it.each([
    { pattern: 'linear', count: 4 },
    { pattern: 'grid' },
    { pattern: 'radial', count: 7, jitterScale: 0.4, jitterRotation: [1, 1, 1] },
  ])('are plain numbered nodes at the places of the $pattern pattern, in one undo step', (props) => {
    change(props);
    const before = places();
    const id = repeat();
    makeSingle(editor);
    expect(copies()).toEqual([]);
    expect(repeat()).toBe(id);
    expect(editor.scene.node(id)).toMatchObject({ kind: 'group', name: 'Repeat' });
    expect(places()).toEqual(before);
    const names = editor.scene.children(repeat()).map((child) => editor.scene.node(child)?.name);
    expect(names.slice(0, 3)).toEqual(['Box', 'Box 2', 'Box 3']);
    editor.history.undo();
    expect(editor.scene.node(id)?.kind).toBe('repeat');
    expect(places()).toEqual(before);
    expect(stored()).toHaveLength(2);
  });

  it('keep their children, and nested repeats stay repeats', () => {
    const outer = editor.edit(() => groupNodes(editor.ydoc, [repeat()], { kind: 'repeat' })) ?? '';
    const before = places();
    editor.selection.set([outer]);
    makeSingle(editor);
    expect(editor.scene.nodesOf('repeat')).toHaveLength(3);
    expect(stored()).toHaveLength(1 + 3 * 2);
    expect(places()).toEqual(before);
  });

  it('do not exceed the node limit of a scene', () => {
    const children = Array.from({ length: 3 }, () => addNode(editor.ydoc, { kind: 'box', parent: repeat() }));
    updateNodes(editor.ydoc, new Map(children.map((id) => [id, { visible: false }])));
    change({ count: 10_000 });
    const before = stored();
    makeSingle(editor);
    expect(editor.ui.notice.value?.what).toBe('repeat.tooMany');
    expect(stored()).toEqual(before);
  });
});

describe('two users', () => {
  it('can edit the source and the pattern concurrently', () => {
    const id = repeat();
    editor.edit(() => updateNode(editor.ydoc, id, { props: { count: 4 } }));
    // As another user, whose edits this one does not undo.
    editor.ydoc.transact(() => updateNode(editor.ydoc, box, { material: 'oak' }), 'other');
    expect(copies().map((copy) => nodes()[copy]?.material)).toEqual(['oak', 'oak', 'oak']);
    editor.history.undo();
    expect(copies().map((copy) => nodes()[copy]?.material)).toEqual(['oak', 'oak']);
  });
});
