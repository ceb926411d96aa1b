import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { markDeletions } from '@diorama/shared/scene/mark-deletions.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { applyDocumentDiff, readDocument } from '@diorama/shared/scene/ydoc.ts';
import fc from 'fast-check';
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

describe('the history', () => {
  it('records each edit as a separate step, even in quick succession', () => {
    rename('one');
    rename('two');
    editor.history.undo();
    expect(name()).toBe('one');
    editor.history.undo();
    expect(name()).toBe('start');
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('merges all edits after a mark into one step', () => {
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
    expect(editor.history.state.value).toEqual({ canUndo: true, canRedo: false });
  });

  it('keeps the previous step when bailing out of changes without a net effect', () => {
    rename('before');
    const mark = editor.history.mark();
    rename('a', mark);
    rename('before', mark);
    editor.history.bail();
    expect(name()).toBe('before');
    editor.history.undo();
    expect(name()).toBe('start');
  });

  it('restores the selection on undo and redo', () => {
    const other = addNode(editor.ydoc, { kind: 'sphere' });
    editor.selection.set([id]);
    rename('one');
    editor.selection.set([other]);
    editor.edit(() => updateNode(editor.ydoc, other, { name: 'two' }));
    editor.selection.set([id, other]);
    editor.history.undo();
    expect(editor.selection.ids.value).toEqual([other]);
    editor.history.undo();
    expect(editor.selection.ids.value).toEqual([id]);
    editor.history.redo();
    expect(editor.selection.ids.value).toEqual([other]);
    editor.history.redo();
    expect(editor.selection.ids.value).toEqual([id, other]);
  });

  it('undoes over a concurrent change of the same value and keeps all other remote changes', () => {
    rename('mine');
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(editor.ydoc));
    updateNode(other, id, { name: 'theirs', position: [1, 0, 0] });
    const theirs = addNode(other, { kind: 'sphere' });
    Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other), 'provider');
    editor.history.undo();
    expect(name()).toBe('start');
    expect(editor.scene.node(id)?.position).toEqual([1, 0, 0]);
    expect(editor.scene.node(theirs)).toBeDefined();
    expect(editor.ui.notice.value).toEqual({ what: 'history.over.nobody' });
    editor.history.redo();
    expect(name()).toBe('theirs');
  });

  it('restores a deleted node and its selection', () => {
    editor.selection.set([id]);
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    expect(editor.selection.ids.value).toEqual([]);
    editor.history.undo();
    expect(name()).toBe('start');
    expect(editor.selection.ids.value).toEqual([id]);
  });

  it('rejects edits of read-only users', () => {
    editor.isReadOnly.value = true;
    expect(() => rename('nope')).toThrow();
    expect(name()).toBe('start');
  });
});

describe('the history steps', () => {
  it('keep their descriptions after undo and redo', () => {
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

  it('name the changed scene setting', () => {
    editor.edit(() => updateScene(editor.ydoc, { unit: 'feet' }));
    editor.edit(() => updateScene(editor.ydoc, { environment: { hdri: '/api/assets/1' } }));
    editor.edit(() => updateScene(editor.ydoc, { camera: { fov: 50 } }));
    editor.edit(() => updateScene(editor.ydoc, { unit: 'm', tour: { loop: true } }));
    const { done } = editor.history.steps;
    expect(done.map(({ part }) => part)).toEqual(['unit.feet', 'sky', 'openingView', undefined]);
  });

  it('are reachable in either direction with goTo', () => {
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

  it('exclude edits of other users', () => {
    rename('mine');
    updateNode(editor.ydoc, id, { position: [5, 0, 0] });
    expect(editor.history.steps.done).toEqual([{ did: 'name', count: 1, name: 'mine' }]);
  });

  it('count the nodes that one edit changes', () => {
    const others = ['a', 'b'].map((text) => addNode(editor.ydoc, { kind: 'box', name: text }));
    editor.edit(() => {
      for (const one of others) {
        updateNode(editor.ydoc, one, { visible: false });
      }
    });
    expect(editor.history.steps.done).toEqual([{ did: 'shown', count: 2, name: 'a' }]);
  });
});

describe('the history during collaboration', () => {
  let other: Y.Doc;
  const sync = () => {
    Y.applyUpdate(other, Y.encodeStateAsUpdate(editor.ydoc));
    Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other), 'provider');
  };
  const place = (ydoc: Y.Doc, position: [number, number, number]) => updateNode(ydoc, id, { position });
  const at = () => editor.scene.node(id)?.position;

  beforeEach(() => {
    other = new Y.Doc();
    sync();
  });

  it('undoes only the coordinate that the user changed', () => {
    editor.edit(() => place(editor.ydoc, [1, 0, 0]));
    sync();
    place(other, [1, 0, 5]);
    sync();
    editor.history.undo();
    expect(at()).toEqual([0, 0, 5]);
    expect(editor.ui.notice.value).toBeNull();
    editor.history.redo();
    expect(at()).toEqual([1, 0, 5]);
  });

  it('undoes and redoes a drag of a node that both users dragged', () => {
    editor.edit(() => place(editor.ydoc, [1, 0, 1]));
    sync();
    place(other, [7, 0, 7]);
    sync();
    editor.history.undo();
    expect(at()).toEqual([0, 0, 0]);
    sync();
    place(other, [8, 0, 8]);
    sync();
    editor.history.redo();
    expect(at()).toEqual([7, 0, 7]);
  });

  it('skips a step whose node is deleted, and reports when no step remains', () => {
    const gone = addNode(editor.ydoc, { kind: 'sphere' });
    rename('one');
    editor.edit(() => updateNode(editor.ydoc, gone, { name: 'ball' }));
    sync();
    removeNodes(other, [gone]);
    sync();
    editor.history.undo();
    expect(name()).toBe('start');
    expect(editor.history.steps.done).toEqual([]);
    editor.edit(() => updateNode(editor.ydoc, id, { name: 'two' }));
    sync();
    removeNodes(other, [id]);
    sync();
    editor.history.undo();
    expect(editor.ui.notice.value?.what).toBe('history.overtaken');
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
  });

  it('discards a drag and keeps concurrent changes of another user', () => {
    const mark = editor.history.mark();
    editor.edit(() => place(editor.ydoc, [1, 0, 1]), mark);
    sync();
    place(other, [1, 4, 9]);
    sync();
    editor.history.bail();
    expect(at()).toEqual([0, 4, 9]);
  });

  it('undoes repeated changes of a value with another user’s changes in between', () => {
    const mark = editor.history.mark();
    editor.edit(() => place(editor.ydoc, [1, 0, 0]), mark);
    sync();
    place(other, [1, 4, 0]);
    sync();
    editor.edit(() => place(editor.ydoc, [2, 4, 3]), mark);
    editor.history.commit();
    editor.history.undo();
    expect(at()).toEqual([0, 4, 0]);
  });

  it('restores a deleted node with fields unknown to this release', () => {
    const map = editor.ydoc.getMap('nodes').get(id);
    (map as Y.Map<unknown>).set('props.wobble', 3);
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    editor.history.undo();
    expect((editor.ydoc.getMap('nodes').get(id) as Y.Map<unknown>).toJSON()).toEqual({
      kind: 'box',
      name: 'start',
      'props.wobble': 3,
    });
  });

  describe('and a version restore by the server', () => {
    const restored = { did: 'restored', count: 1, name: 'Monday' } as const;
    const restore = () => {
      other.transact(() => {
        const next = structuredClone(readDocument(other));
        next.nodes = { old: { ...next.nodes[id], name: 'old' } as SceneNode };
        applyDocumentDiff(other, next);
        markDeletions(other);
      });
      return { client: other.clientID, clock: Y.getState(other.store, other.clientID) };
    };
    const names = () => Object.values(editor.scene.document.value.nodes).map((node) => node.name);

    it.each(['before', 'after'])(
      'records one step when the restore arrives %s the response',
      async (when) => {
        rename('mine');
        sync();
        await editor.history.adopt(restored, async () => {
          const write = restore();
          if (when === 'before') {
            sync();
          }
          return write;
        });
        sync();
        addNode(other, { kind: 'sphere', name: 'theirs' });
        sync();
        expect(names().toSorted()).toEqual(['old', 'theirs']);
        expect(editor.history.steps.done.map(({ did }) => did)).toEqual(['name', 'restored']);
        editor.history.undo();
        expect(names().toSorted()).toEqual(['mine', 'theirs']);
        editor.history.undo();
        expect(names().toSorted()).toEqual(['start', 'theirs']);
        editor.history.goTo(2);
        expect(names().toSorted()).toEqual(['old', 'theirs']);
        expect(editor.history.steps.done.at(-1)).toEqual(restored);
      },
    );

    it('records no step for a failed restore', async () => {
      const refuse = () => Promise.reject(new Error('refused'));
      await expect(editor.history.adopt(restored, refuse)).rejects.toThrow('refused');
      restore();
      sync();
      expect(editor.history.steps.done).toEqual([]);
    });
  });

  it('always has an effect or reports none, and never changes fields edited only by others', () => {
    const edit = fc.record({
      who: fc.constantFrom('self', 'other'),
      axis: fc.constantFrom(0, 1, 2),
      by: fc.integer({ min: 1, max: 9 }),
    });
    const action = fc.oneof({ weight: 4, arbitrary: edit }, fc.constantFrom('sync', 'undo', 'redo'));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const self = new TestEditor();
        const their = new Y.Doc();
        const node = addNode(self.ydoc, { kind: 'box' });
        const meet = () => {
          Y.applyUpdate(their, Y.encodeStateAsUpdate(self.ydoc));
          Y.applyUpdate(self.ydoc, Y.encodeStateAsUpdate(their), 'provider');
        };
        meet();
        const own = new Set<number>();
        for (const one of actions) {
          const before = self.scene.node(node)?.position ?? [0, 0, 0];
          if (one === 'sync') {
            meet();
          } else if (typeof one === 'object') {
            const ydoc = one.who === 'self' ? self.ydoc : their;
            const position: [number, number, number] = [
              ...(readDocument(ydoc).nodes[node]?.position ?? [0, 0, 0]),
            ];
            position[one.axis] = (position[one.axis] ?? 0) + one.by;
            const write = () => updateNode(ydoc, node, { position });
            if (one.who === 'self') {
              self.edit(write);
              own.add(one.axis);
            } else {
              write();
            }
          } else {
            const { canUndo, canRedo } = self.history.state.value;
            self.ui.notice.value = null;
            self.history[one]();
            const after = self.scene.node(node)?.position ?? [];
            for (const axis of [0, 1, 2].filter((each) => !own.has(each))) {
              expect(after[axis]).toBe(before[axis]);
            }
            if (one === 'undo' ? canUndo : canRedo) {
              const isChanged = after.some((value, axis) => value !== before[axis]);
              expect(isChanged || self.ui.notice.peek()?.what === 'history.overtaken').toBe(true);
            }
          }
        }
        self.dispose();
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});
