import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';
import { SavingManager } from './saving.ts';

let editor: TestEditor;
let saving: SavingManager;

const add = () => editor.edit(() => addNode(editor.ydoc, { kind: 'box' }));
const vector = () => Y.encodeStateVector(editor.ydoc);

beforeEach(() => {
  editor = new TestEditor();
  saving = new SavingManager(editor.ydoc);
});

describe('the save state', () => {
  it('is saved only after the server has stored the last edit', () => {
    expect(saving.state.value).toEqual({ kind: 'connecting' });
    saving.setConnected(true);
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
    add();
    const first = vector();
    add();
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(first);
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('is saving for a removal, which alone does not change the state vector', () => {
    const id = add();
    saving.setConnected(true);
    const before = vector();
    saving.markStored(before);
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(before);
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('sends nothing but the removal itself before the empty write', () => {
    const id = add();
    const peer = new Y.Doc();
    Y.applyUpdate(peer, Y.encodeStateAsUpdate(editor.ydoc));
    const seen: string[][] = [];
    editor.ydoc.on('update', (update: Uint8Array) => {
      Y.applyUpdate(peer, update);
      seen.push([...peer.getMap('nodes').keys()]);
    });
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    expect(seen).toEqual([[], []]);
  });

  it('keeps undo and redo complete across removals', () => {
    const id = add();
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    editor.history.undo();
    expect(editor.scene.node(id)).toBeDefined();
    editor.history.redo();
    expect(editor.scene.node(id)).toBeUndefined();
    expect(Object.keys(editor.scene.document.value.nodes)).toEqual([]);
  });

  it('counts pending edits while offline', () => {
    saving.markKept();
    saving.setConnected(true);
    saving.markStored(vector());
    saving.setConnected(false);
    add();
    add();
    expect(saving.state.value).toEqual({ kind: 'offline', edits: 2 });
    saving.setConnected(true);
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('counts edits kept locally %s the sync as saved while offline', (_when, isFirst) => {
    add();
    if (isFirst) {
      saving.markKept();
    }
    saving.setConnected(true);
    saving.markStored(vector());
    if (!isFirst) {
      saving.markKept();
    }
    saving.setConnected(false);
    expect(saving.hasUnsaved).toBe(false);
    add();
    expect(saving.hasUnsaved).toBe(true);
  });

  it('is unkept offline until the browser confirms local storage', () => {
    saving.setConnected(true);
    saving.setConnected(false);
    expect(saving.state.value).toEqual({ kind: 'unkept' });
    saving.markKept();
    expect(saving.state.value).toEqual({ kind: 'offline', edits: 0 });
  });

  it('is unkept offline once local storage has failed', () => {
    saving.markKept();
    saving.setConnected(true);
    saving.markStored(vector());
    saving.markUnkept();
    expect(saving.state.value).toEqual({ kind: 'saved' });
    saving.setConnected(false);
    expect(saving.state.value).toEqual({ kind: 'unkept' });
    add();
    expect(saving.state.value).toEqual({ kind: 'unkept' });
    expect(saving.hasUnsaved).toBe(true);
    saving.setConnected(true);
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('waits until edits from an earlier visit are stored', () => {
    const earlier = new Y.Doc();
    addNode(earlier, { kind: 'box' });
    Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(earlier));
    saving.markKept();
    saving.setConnected(true);
    saving.markStored(Y.encodeStateVector(new Y.Doc()));
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('reports a refused edit until all edits are stored', () => {
    saving.setConnected(true);
    saving.markStored(vector());
    add();
    saving.markRefused('document.too-large');
    saving.setConnected(false);
    expect(saving.state.value).toEqual({ kind: 'refused', code: 'document.too-large' });
    expect(saving.hasUnsaved).toBe(true);
    add();
    saving.setConnected(true);
    expect(saving.state.value).toEqual({ kind: 'refused', code: 'document.too-large' });
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('reports a reverted edit until the next edit is stored', () => {
    saving.setConnected(true);
    saving.markStored(vector());
    add();
    saving.markStored(vector());
    saving.markRefused('document.invalid');
    expect(saving.state.value).toEqual({ kind: 'refused', code: 'document.invalid' });
    add();
    saving.markStored(vector());
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('reports pending edits as refused while the user is read-only', () => {
    saving.setConnected(true);
    saving.markStored(vector());
    saving.setReadOnly(true);
    expect(saving.state.value).toEqual({ kind: 'saved' });
    const before = vector();
    add();
    saving.setConnected(false);
    expect(saving.state.value.kind).toBe('unkept');
    saving.setConnected(true);
    saving.markStored(before);
    expect(saving.state.value).toEqual({ kind: 'refused', code: 'readOnly' });
    saving.setReadOnly(false);
    expect(saving.state.value).toEqual({ kind: 'saving' });
    saving.markStored(vector());
    saving.setReadOnly(true);
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });

  it('does not wait for changes of other users', () => {
    saving.setConnected(true);
    saving.markStored(vector());
    const other = new Y.Doc();
    addNode(other, { kind: 'box' });
    Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other), 'provider');
    expect(saving.state.value).toEqual({ kind: 'saved' });
  });
});
