import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { updateRow, updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { applyDocumentDiff, readDocument, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { TestEditor } from '../../../test/test-editor.ts';
import { TimelinePreview } from './timeline-preview.ts';
import {
  addTimeline,
  keepValues,
  keyAt,
  keysOf,
  keyTime,
  removeTimeline,
  removeTrack,
  writeKey,
} from './timelines.ts';

const SCENE = parseDocument({
  nodes: { box: { kind: 'box' }, other: { kind: 'box', index: 'a1' } },
  timelines: { t: { duration: 4 }, loop: { duration: 2, loop: true } },
  keys: { one: { timeline: 't', time: 2, easing: 'linear', values: { 'nodes/box/position': [4, 0, 0] } } },
});

let editor: TestEditor;
let preview: TimelinePreview;
let isReduced = false;
let frames: (() => void)[] = [];
const x = () => editor.scene.node('box')?.position[0];
const stored = () => readDocument(editor.ydoc);

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
  preview = new TimelinePreview(editor);
});

afterEach(() => {
  preview.dispose();
  editor.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Draws the requested frame after a time, in milliseconds. */
const pass = (ms: number) => {
  vi.advanceTimersByTime(ms);
  frames.splice(0).forEach((draw) => {
    draw();
  });
};

describe('TimelinePreview', () => {
  it('shows a time to the current user only, without storing it', () => {
    preview.seek('t', 1);
    expect([x(), preview.time.value]).toEqual([2, 1]);
    expect(stored()).toEqual(SCENE);
    preview.leave();
    expect([x(), preview.time.value]).toEqual([0, 0]);
  });

  it('plays from the playhead to the end, and from the start after it', () => {
    preview.seek('t', 1);
    preview.toggle('t');
    pass(500);
    expect([x(), preview.isPlaying.value]).toEqual([3, true]);
    pass(5_000);
    expect([x(), preview.time.value, preview.isPlaying.value, frames.length]).toEqual([4, 4, false, 0]);
    preview.toggle('t');
    expect(preview.time.value).toBe(0);
    preview.toggle('t');
    expect(preview.isPlaying.value).toBe(false);
  });

  it('jumps with reduced motion', () => {
    isReduced = true;
    preview.toggle('t');
    expect([x(), frames.length]).toEqual([4, 0]);
  });

  it('continues after edits of keys, and ends with other edits of the scene', () => {
    preview.seek('t', 1);
    editor.edit(() => writeKey(editor, 'one', { time: 1 }));
    expect(x()).toBe(4);
    editor.edit(() => updateNode(editor.ydoc, 'other', { name: 'Other' }));
    expect(x()).toBe(0);
  });

  it('moves the user’s camera along a camera track', () => {
    keepValues(editor, { timeline: 't', time: 2 }, { 'scene/camera.position': [0, 9, 9] });
    preview.seek('t', 2);
    expect(editor.camera.pose.value.position.toArray()).toEqual([0, 9, 9]);
  });

  it('plays a clip of a model until it is stopped', () => {
    preview.toggleClip({ node: 'car', clip: 'Open' });
    expect(preview.clip.value).toEqual({ node: 'car', clip: 'Open' });
    preview.toggleClip({ node: 'car', clip: 'Open' });
    expect(preview.clip.value).toBeNull();
  });
});

describe('recording a key', () => {
  it('stores values that differ from the timeline without the key, even those equal to the scene', async () => {
    const id = keyAt(editor, 't', 3) ?? '';
    editor.recording.start({ table: 'keys', id });
    expect(x()).toBe(4);
    editor.edit(() => updateNode(editor.ydoc, 'box', { position: [0, 0, 0] }));
    expect(stored().keys[id]?.values ?? editor.scene.shared.value.keys[id]?.values).toEqual({
      'nodes/box/position': [0, 0, 0],
    });
    editor.recording.stop();
    await Promise.resolve();
    expect([x(), preview.time.value]).toEqual([0, 3]);
    expect(editor.scene.shared.value.nodes).toEqual(SCENE.nodes);
  });

  it('records the opening view as a camera move, and ends when the key is removed', () => {
    editor.recording.start({ table: 'keys', id: 'one' });
    editor.edit(() => updateScene(editor.ydoc, { camera: { fov: 20 } }));
    expect(editor.scene.shared.value.keys.one?.values['scene/camera.fov']).toBe(20);
    editor.recording.stop();
    editor.recording.start({ table: 'keys', id: 'one' });
    removeTimeline(editor, 't');
    expect(editor.recording.target.value).toBeNull();
  });
});

describe('timeline commands', () => {
  it('add one key per time, and undo removes it', () => {
    const id = keyAt(editor, 't', 1);
    expect([keyAt(editor, 't', 1), keysOf(editor, 't').map((key) => key.id)]).toEqual([id, [id, 'one']]);
    editor.history.undo();
    expect(keysOf(editor, 't').map((key) => key.id)).toEqual(['one']);
  });

  it('add no key beyond the limit of a scene, and show a notice', () => {
    const keys = Array.from({ length: TABLE_LIMITS.keys }, (_, i) => [
      `k${i}`,
      { timeline: 'loop', time: 0 },
    ]);
    applyDocumentDiff(editor.ydoc, parseDocument({ ...SCENE, keys: Object.fromEntries(keys) }));
    expect(keyAt(editor, 't', 3)).toBeNull();
    expect(editor.ui.notice.value).toEqual({ what: 'rows.full', params: { most: TABLE_LIMITS.keys } });
    expect(Object.keys(editor.scene.shared.value.keys)).toHaveLength(TABLE_LIMITS.keys);
  });

  it('store a value at a time in one undo step', () => {
    keepValues(editor, { timeline: 't', time: 1 }, { 'nodes/box/position': [2, 0, 0] });
    expect(keysOf(editor, 't')[0]).toMatchObject({ time: 1, values: { 'nodes/box/position': [2, 0, 0] } });
    editor.history.undo();
    expect(stored()).toEqual(SCENE);
  });

  it('remove a timeline with its keys, and undo restores both', () => {
    removeTimeline(editor, 't');
    expect([Object.keys(stored().timelines), stored().keys]).toEqual([['loop'], {}]);
    editor.history.undo();
    expect(stored()).toEqual(SCENE);
  });

  it('remove a field from all keys', () => {
    removeTrack(editor, 't', 'nodes/box/position');
    expect(stored().keys.one?.values).toEqual({});
  });

  it('add a timeline after the others', () => {
    const id = addTimeline(editor, 'Third');
    expect(stored().timelines[id]).toMatchObject({ name: 'Third', duration: 4 });
  });

  it('keep the keys of deleted nodes, which have no effect until undo', () => {
    editor.edit(() => removeNodes(editor.ydoc, ['box']));
    preview.seek('t', 1);
    expect([x(), keysOf(editor, 't')]).toMatchObject([undefined, [{ id: 'one' }]]);
    editor.history.undo();
    preview.seek('t', 1);
    expect(x()).toBe(2);
  });

  it('converge on one time when two users move the same key', () => {
    const there = new Y.Doc();
    Y.applyUpdate(there, Y.encodeStateAsUpdate(editor.ydoc));
    editor.edit(() => writeKey(editor, 'one', { time: 1 }));
    updateRow(there, 'keys', 'one', { time: 3 });
    const [a, b] = [Y.encodeStateAsUpdate(editor.ydoc), Y.encodeStateAsUpdate(there)];
    Y.applyUpdate(editor.ydoc, b);
    Y.applyUpdate(there, a);
    expect(stored().keys).toEqual(readDocument(there).keys);
    expect([1, 3]).toContain(stored().keys.one?.time);
  });

  it('round key times to steps within the timeline', () => {
    expect([keyTime(1.03, 4), keyTime(-1, 4), keyTime(9, 4), keyTime(0.3, 4)]).toEqual([1.05, 0, 4, 0.3]);
  });
});
