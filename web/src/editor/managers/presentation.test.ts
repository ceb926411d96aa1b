import { addNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Editor } from '../editor.ts';

const person = { uuid: 'ada', name: 'Ada', avatarUrl: null, avatarColor: '#123456' };

describe('showing a scene to the visitors of its link', () => {
  let awareness: Awareness;
  let editor: Editor;
  beforeEach(() => {
    vi.useFakeTimers();
    const ydoc = new Y.Doc();
    awareness = new Awareness(ydoc);
    editor = new Editor({ ydoc, presence: { awareness, person } });
  });
  afterEach(() => {
    editor.dispose();
    awareness.destroy();
    vi.useRealTimers();
  });
  const told = () => awareness.getLocalState() ?? {};

  it('tells the view to an empty room, and which annotation is selected', () => {
    const id = addNode(editor.ydoc, { kind: 'annotation', name: 'Lid' });
    const box = addNode(editor.ydoc, { kind: 'box', name: 'Box' });
    editor.presentation?.isOffered.set(true);
    editor.presentation?.set(true);
    vi.advanceTimersByTime(200);
    expect(told().showing).toEqual({ stop: null });
    expect(told().camera).toHaveLength(7);
    editor.selection.set([id]);
    expect(told().showing).toEqual({ stop: id });
    editor.selection.set([id, box]);
    expect(told().showing).toEqual({ stop: null });
    editor.presentation?.set(false);
    expect(told().showing).toBeNull();
  });

  it('begins only where there are visitors to lead, and ends when the link or the right is taken back', () => {
    const { presentation } = editor;
    presentation?.set(true);
    expect(told().showing).toBeNull();
    presentation?.isOffered.set(true);
    presentation?.set(true);
    presentation?.isOffered.set(false);
    expect([told().showing, presentation?.isOn.get()]).toEqual([null, false]);
    presentation?.isOffered.set(true);
    presentation?.set(true);
    editor.isReadOnly.set(true);
    expect([told().showing, presentation?.isOn.get()]).toEqual([null, false]);
    presentation?.set(true);
    expect(told().showing).toBeNull();
  });
});
