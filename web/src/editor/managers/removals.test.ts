import { markDeletions } from '@diorama/shared/scene/mark-deletions.ts';
import { addNode, groupNodes, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';
import type { PeerPerson } from './peer-state.ts';

const person = (name: string): PeerPerson => ({ uuid: name, name, avatarUrl: null, avatarColor: '#aabbcc' });

let editor: TestEditor;
let other: Y.Doc;
let chair: string;

const sync = () => {
  Y.applyUpdate(other, Y.encodeStateAsUpdate(editor.ydoc));
  Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other), 'provider');
};

/** Deletes like the editor of another user: an empty write follows, which identifies the author. */
const removeThere = (...ids: string[]) => {
  removeNodes(other, ids);
  sync();
  expect(told()).toBeNull();
  other.transact(() => markDeletions(other));
  sync();
};

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  vi.useFakeTimers();
  const ydoc = new Y.Doc();
  const awareness = new Awareness(ydoc);
  editor = new TestEditor({ ydoc, presence: { awareness, person: person('Ada') } });
  chair = addNode(editor.ydoc, { kind: 'box', name: 'Chair' });
  other = new Y.Doc();
  sync();
  const theirs = new Awareness(other);
  theirs.setLocalState({ person: person('Bob') });
  applyAwarenessUpdate(awareness, encodeAwarenessUpdate(theirs, [other.clientID]), 'network');
  editor.removals.markSaved();
});

const told = () => {
  const removal = editor.removals.last.value;
  return removal && { name: removal.name, count: removal.count, author: removal.author };
};
const byBob = (name: string, count = 1) => ({
  name,
  count,
  author: expect.objectContaining({ name: 'Bob' }),
});

describe('nodes deleted by another user', () => {
  it('are reported when selected, and restored in one step', () => {
    editor.selection.set([chair]);
    removeThere(chair);
    expect(told()).toEqual(byBob('Chair'));
    editor.removals.last.value?.restore();
    expect(editor.scene.node(chair)?.name).toBe('Chair');
    expect(editor.selection.ids.value).toEqual([chair]);
    sync();
    expect(other.getMap('nodes').has(chair)).toBe(true);
    editor.history.undo();
    expect(editor.scene.node(chair)).toBeUndefined();
  });

  it('are reported when they have unsaved changes, such as offline edits', () => {
    editor.edit(() => updateNode(editor.ydoc, chair, { name: 'Armchair' }));
    removeNodes(other, [chair]);
    sync();
    // The author is unknown.
    vi.advanceTimersByTime(2_000);
    expect(told()).toEqual({ name: 'Armchair', count: 1, author: null });
    editor.removals.last.value?.restore();
    expect(editor.scene.node(chair)?.name).toBe('Armchair');
  });

  it('are reported while the user drags them', () => {
    editor.selection.set([chair]);
    editor.drag.start();
    editor.selection.clear();
    removeThere(chair);
    expect(told()).toEqual(byBob('Chair'));
    editor.drag.cancel();
  });

  it('are restored as a whole group when a child was in use', () => {
    const lamp = addNode(editor.ydoc, { kind: 'sphere', name: 'Lamp' });
    const group = groupNodes(editor.ydoc, [chair, lamp], { name: 'Room' }) ?? '';
    sync();
    editor.removals.markSaved();
    editor.selection.set([lamp]);
    removeThere(group);
    expect(told()).toEqual(byBob('Room'));
    editor.removals.last.value?.restore();
    expect(editor.scene.children(group)).toEqual([chair, lamp]);
  });

  it('are not reported when unused or deleted by the user', () => {
    const lamp = addNode(editor.ydoc, { kind: 'sphere' });
    sync();
    editor.removals.markSaved();
    editor.selection.set([lamp]);
    removeThere(chair);
    editor.edit(() => removeNodes(editor.ydoc, [lamp]));
    sync();
    expect(told()).toBeNull();
  });
});

describe('colors of users in a scene', () => {
  it('differ for two users with the same avatar color', () => {
    const [bob] = editor.presence.peers.value;
    expect(editor.presence.color.value).toBe('#aabbcc');
    expect(bob?.person.avatarColor).not.toBe('#aabbcc');
  });
});
