import { parseDocument } from '@diorama/shared/scene/document.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { readDocument, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import { StatePreview } from './state-preview.ts';

const SCENE = parseDocument({
  nodes: { lamp: { kind: 'pointLight', props: { intensity: 0 } } },
  states: {
    on: { values: { 'nodes/lamp/props.intensity': 10 } },
    bright: { values: { 'nodes/lamp/props.intensity': 30 } },
  },
});

let editor: TestEditor;
let preview: StatePreview;
let isReduced = false;
let frames: (() => void)[] = [];

beforeEach(() => {
  isReduced = false;
  frames = [];
  vi.stubGlobal('window', { matchMedia: () => ({ matches: isReduced }) });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  vi.useFakeTimers({ toFake: ['performance'] });
  editor = new TestEditor({ ydoc: toYDoc(SCENE) });
  preview = new StatePreview(editor);
});

afterEach(() => {
  preview.dispose();
  editor.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const intensity = () => {
  const lamp = editor.scene.node('lamp');
  return lamp?.kind === 'pointLight' ? lamp.props.intensity : null;
};

/** Draws the requested frame after a time, in milliseconds. */
const pass = (ms: number) => {
  vi.advanceTimersByTime(ms);
  frames.splice(0).forEach((draw) => {
    draw();
  });
};

describe('StatePreview', () => {
  it('animates to a state and back without writing to the document', () => {
    preview.toggle('on');
    pass(500);
    expect(intensity()).toBeCloseTo(5);
    pass(500);
    expect([intensity(), frames.length, preview.state.value]).toEqual([10, 0, 'on']);
    preview.toggle('bright');
    pass(1_000);
    expect(intensity()).toBe(30);
    preview.toggle('bright');
    pass(1_000);
    expect([intensity(), preview.state.value]).toEqual([0, null]);
    expect(readDocument(editor.ydoc)).toEqual(SCENE);
  });

  it('jumps with reduced motion', () => {
    isReduced = true;
    preview.toggle('on');
    expect([intensity(), frames.length]).toEqual([10, 0]);
  });

  it('ends with the next edit', () => {
    preview.toggle('on');
    pass(1_000);
    editor.edit(() => updateNode(editor.ydoc, 'lamp', { name: 'Lamp' }));
    expect([intensity(), preview.state.value]).toEqual([0, null]);
  });

  it('ends when a recording starts, and ends a recording', () => {
    preview.toggle('on');
    pass(1_000);
    editor.recording.start({ table: 'states', id: 'bright' });
    expect([intensity(), preview.state.value]).toEqual([30, null]);
    preview.toggle('on');
    pass(1_000);
    expect([intensity(), editor.recording.target.value]).toEqual([10, null]);
  });
});
