import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';
import type { Mark } from './history.ts';

let editor: TestEditor;
let id: string;

const name = () => editor.scene.node(id)?.name;
const rename = (text: string, mark: Mark | null = null) =>
  editor.edit(() => updateNode(editor.ydoc, id, { name: text }), mark);

beforeEach(() => {
  editor = new TestEditor();
  id = addNode(editor.ydoc, { kind: 'box', name: 'start' });
});

describe('The history', () => {
  it('takes each edit for one step, however quickly they follow', () => {
    rename('one');
    rename('two');
    editor.history.undo();
    expect(name()).toBe('one');
    editor.history.undo();
    expect(name()).toBe('start');
    expect(editor.history.state.get().canUndo).toBe(false);
  });

  it('makes one step of everything after a mark', () => {
    rename('before');
    const mark = editor.history.mark();
    for (const text of ['a', 'b', 'c']) {
      rename(text, mark);
    }
    editor.history.commit();
    rename('after');
    editor.history.undo();
    editor.history.undo();
    expect(name()).toBe('before');
  });

  it('bails back to a mark and leaves nothing to redo', () => {
    rename('before');
    const mark = editor.history.mark();
    rename('a', mark);
    rename('b', mark);
    editor.history.bail();
    expect(name()).toBe('before');
    expect(editor.history.state.get()).toEqual({ canUndo: true, canRedo: false });
  });

  it('keeps the step before when what is given up has come to nothing', () => {
    rename('before');
    const mark = editor.history.mark();
    rename('a', mark);
    rename('before', mark);
    editor.history.bail();
    expect(name()).toBe('before');
    editor.history.undo();
    expect(name()).toBe('start');
  });

  it('comes back to what was selected, forwards as backwards', () => {
    const other = addNode(editor.ydoc, { kind: 'sphere' });
    editor.selection.set([id]);
    rename('one');
    editor.selection.set([other]);
    editor.edit(() => updateNode(editor.ydoc, other, { name: 'two' }));
    editor.selection.set([id, other]);
    editor.history.undo();
    expect(editor.selection.get()).toEqual([other]);
    editor.history.undo();
    expect(editor.selection.get()).toEqual([id]);
    editor.history.redo();
    expect(editor.selection.get()).toEqual([other]);
    editor.history.redo();
    expect(editor.selection.get()).toEqual([id, other]);
  });

  it('never undoes what others did', () => {
    rename('mine');
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(editor.ydoc));
    updateNode(other, id, { name: 'theirs' });
    const theirs = addNode(other, { kind: 'sphere' });
    Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other), 'provider');
    editor.history.undo();
    expect(name()).toBe('theirs');
    expect(editor.scene.node(theirs)).toBeDefined();
  });

  it('brings back what was deleted, selected as it was', () => {
    editor.selection.set([id]);
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    expect(editor.selection.get()).toEqual([]);
    editor.history.undo();
    expect(name()).toBe('start');
    expect(editor.selection.get()).toEqual([id]);
  });

  it('refuses edits of who may only look', () => {
    editor.isReadOnly.set(true);
    expect(() => rename('nope')).toThrow();
    expect(name()).toBe('start');
  });
});

describe('The steps of the history', () => {
  it('are called by what they did, also once they are taken back', () => {
    editor.edit(() => addNode(editor.ydoc, { kind: 'sphere', name: 'Ball' }));
    rename('Crate');
    editor.edit(() => updateNode(editor.ydoc, id, { position: [1, 0, 0] }));
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    const all = [
      { did: 'added', count: 1, name: 'Ball' },
      { did: 'name', count: 1, name: 'Crate' },
      { did: 'place', count: 1, name: 'Crate' },
      { did: 'removed', count: 1, name: 'Crate' },
    ];
    expect(editor.history.steps).toEqual({ done: all, undone: [] });
    editor.history.undo();
    editor.history.undo();
    expect(editor.history.steps).toEqual({ done: all.slice(0, 2), undone: all.slice(2) });
    editor.history.redo();
    expect(editor.history.steps).toEqual({ done: all.slice(0, 3), undone: all.slice(3) });
  });

  it('are gone to in either direction', () => {
    for (const text of ['one', 'two', 'three']) {
      rename(text);
    }
    editor.history.goTo(1);
    expect(name()).toBe('one');
    editor.history.goTo(0);
    expect(name()).toBe('start');
    editor.history.goTo(3);
    expect(name()).toBe('three');
  });

  it('are not those of others', () => {
    rename('mine');
    updateNode(editor.ydoc, id, { position: [5, 0, 0] });
    expect(editor.history.steps.done).toEqual([{ did: 'name', count: 1, name: 'mine' }]);
  });

  it('count the things of one step', () => {
    const others = ['a', 'b'].map((text) => addNode(editor.ydoc, { kind: 'box', name: text }));
    editor.edit(() => {
      for (const one of others) {
        updateNode(editor.ydoc, one, { visible: false });
      }
    });
    expect(editor.history.steps.done).toEqual([{ did: 'shown', count: 2, name: 'a' }]);
  });

  describe('with somebody else who chose the same value', () => {
    let other: Y.Doc;
    const sync = () => {
      Y.applyUpdate(other, Y.encodeStateAsUpdate(editor.ydoc));
      Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other));
    };
    const place = (ydoc: Y.Doc, x: number) => updateNode(ydoc, id, { position: [x, 0, 0] });
    beforeEach(() => {
      other = new Y.Doc();
      // The later value in the document wins, which is that of the higher client id.
      other.clientID = editor.ydoc.clientID + 1;
      sync();
    });

    it('leaves that, goes back to the step before, and is told where there is none', () => {
      rename('one');
      editor.edit(() => place(editor.ydoc, 1));
      place(other, 1);
      sync();
      editor.history.undo();
      expect(name()).toBe('start');
      expect(editor.scene.node(id)?.position).toEqual([1, 0, 0]);
      expect(editor.ui.told.get()).toBeNull();
      editor.edit(() => place(editor.ydoc, 2));
      place(other, 2);
      sync();
      editor.history.undo();
      expect(editor.scene.node(id)?.position).toEqual([2, 0, 0]);
      expect(editor.ui.told.get()).toEqual({ what: 'history.overtaken' });
      expect(editor.history.state.get().canUndo).toBe(false);
    });
  });
});
