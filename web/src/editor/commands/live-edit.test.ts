import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { createLiveEdit } from './live-edit.ts';

let editor: TestEditor;
let id: string;

const name = () => editor.scene.node(id)?.name;
const write = (text: string) => () => updateNode(editor.ydoc, id, { name: text });

beforeEach(() => {
  vi.useFakeTimers();
  editor = new TestEditor();
  id = addNode(editor.ydoc, { kind: 'box', name: 'start' });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a live edit', () => {
  it('is one undo step for any number of values', () => {
    const live = createLiveEdit(editor);
    for (const text of ['a', 'b', 'c']) {
      live.change(write(text));
      vi.runAllTimers();
    }
    live.commit();
    expect(name()).toBe('c');
    editor.history.undo();
    expect(name()).toBe('start');
  });

  it('does not share its undo step with a command that runs meanwhile', () => {
    const other = addNode(editor.ydoc, { kind: 'sphere' });
    const live = createLiveEdit(editor);
    live.change(write('picked'));
    // The write is still pending, as the colour picker stays open.
    editor.edit(() => removeNodes(editor.ydoc, [other]));
    expect(name()).toBe('picked');
    editor.history.undo();
    expect(editor.scene.node(other)).toBeDefined();
    expect(name()).toBe('picked');
    live.change(write('again'));
    live.commit();
    editor.history.undo();
    expect(name()).toBe('picked');
  });

  it('leaves no trace when canceled', () => {
    const live = createLiveEdit(editor);
    live.change(write('a'));
    vi.runAllTimers();
    live.change(write('b'));
    live.cancel();
    vi.runAllTimers();
    expect(name()).toBe('start');
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
  });
});
