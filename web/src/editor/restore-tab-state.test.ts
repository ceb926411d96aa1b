import { addNode } from '@diorama/shared/scene/ops.ts';
import { type Signal, signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SceneConnection } from './collab/scene-connection.ts';
import { restoreTabState } from './restore-tab-state.ts';
import { TestEditor } from './test/test-editor.ts';

const kept = new Map<string, string>();
let state: Signal<string>;

const open = (build: (editor: TestEditor) => void = () => undefined) => {
  const editor = new TestEditor();
  build(editor);
  state = signal('loading');
  // Only the state of the connection is used.
  const leave = restoreTabState(editor, 'scene', { state } as unknown as SceneConnection);
  state.value = 'open';
  return { editor, leave };
};

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

const addBox = (editor: TestEditor) => addNode(editor.ydoc, { kind: 'box', id: 'box' });

describe('the tab state', () => {
  it('is restored on return, with view, selection, panels and comment drafts', () => {
    const first = open(addBox);
    first.editor.camera.turn(0.5, 0.1);
    first.editor.selection.set(['box']);
    first.editor.ui.change({ isLibraryOpen: true, sheet: 'inspector' });
    first.editor.ui.folds.set('Arrange', true);
    first.editor.commenting.begin({ anchor: null, picture: Promise.resolve(null) });
    first.editor.commenting.text.value = 'Is the lamp on?';
    first.editor.commenting.answer('thread', 'Yes');
    const { position } = first.editor.camera.pose.value;
    first.leave();

    const { editor } = open(addBox);
    expect(editor.camera.pose.value.position.distanceTo(position)).toBeLessThan(1e-6);
    expect(editor.selection.ids.value).toEqual(['box']);
    expect(editor.ui.state.value).toMatchObject({ isLibraryOpen: true, sheet: 'inspector' });
    expect(editor.ui.folds.get('Arrange')).toBe(true);
    expect(editor.commenting.text.value).toBe('Is the lamp on?');
    expect(editor.commenting.answers.value.get('thread')).toBe('Yes');
    expect(editor.commenting.draft.value?.anchor).toBeNull();
    expect(editor.tools.activeId.value).toBe('comment');
  });

  it('is ignored where it is invalid or refers to deleted nodes', () => {
    kept.set('diorama.selection.scene', '["gone", 3]');
    kept.set('diorama.panels.scene', '{"sheet":"kitchen","openNodes":7,"folds":[1]}');
    kept.set('diorama.comments.scene.undefined', '{"text":4,"answers":{"a":1}}');
    kept.set('diorama.camera.scene', '[[1,2],"x"]');
    const { editor } = open();
    expect(editor.selection.ids.value).toEqual([]);
    expect(editor.ui.state.value.sheet).toBeNull();
    expect(editor.commenting.text.value).toBe('');
    expect(editor.commenting.draft.value).toBeNull();
    expect(editor.tools.activeId.value).not.toBe('comment');
  });
});
