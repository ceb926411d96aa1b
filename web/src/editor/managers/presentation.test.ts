import { addNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Editor } from '../editor.ts';

const person = { uuid: 'ada', name: 'Ada', avatarUrl: null, avatarColor: '#123456' };

describe('presenting a scene to link visitors', () => {
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
  const offer = (isOffered: boolean) => Object.assign(editor.presentation.isOffered, { value: isOffered });

  it('publishes the camera and the selected annotation without other users in the scene', () => {
    const id = addNode(editor.ydoc, { kind: 'annotation', name: 'Lid' });
    const box = addNode(editor.ydoc, { kind: 'box', name: 'Box' });
    offer(true);
    editor.presentation.set(true);
    vi.advanceTimersByTime(200);
    expect(told().showing).toEqual({ stop: null });
    expect(told().camera).toHaveLength(7);
    editor.selection.set([id]);
    expect(told().showing).toEqual({ stop: id });
    editor.selection.set([id, box]);
    expect(told().showing).toEqual({ stop: null });
    editor.presentation.set(false);
    expect(told().showing).toBeNull();
  });

  it('starts only when visitors can be led, and ends with the link or the edit right', () => {
    const { presentation } = editor;
    presentation.set(true);
    expect(told().showing).toBeNull();
    offer(true);
    presentation.set(true);
    offer(false);
    expect([told().showing, presentation.isOn.value]).toEqual([null, false]);
    offer(true);
    presentation.set(true);
    editor.isReadOnly.value = true;
    expect([told().showing, presentation.isOn.value]).toEqual([null, false]);
    presentation.set(true);
    expect(told().showing).toBeNull();
  });
});
