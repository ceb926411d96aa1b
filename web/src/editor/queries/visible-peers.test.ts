import { Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';
import { visiblePeerCamera, visiblePeerCursor } from './visible-peers.ts';

const person = (uuid: string) => ({ uuid, name: uuid, avatarUrl: null, avatarColor: '#ffffff' });

let own: Awareness;
let other: Awareness;
let editor: TestEditor;
let now: number;

beforeEach(() => {
  own = new Awareness(new Y.Doc());
  other = new Awareness(new Y.Doc());
  editor = new TestEditor({ presence: { awareness: own, person: person('me') } });
  editor.camera.go({ position: new Vector3(0, 1, 10), target: new Vector3(0, 1, 0), fov: 40 });
  now = 0;
});
afterEach(() => {
  editor.dispose();
  own.destroy();
  other.destroy();
});

/** Sets the awareness state of the other user and delivers it completely. */
const tell = (state: object) => {
  other.setLocalState({ person: person('ada'), selection: [], ...state });
  applyAwarenessUpdate(own, encodeAwarenessUpdate(other, [other.clientID]), 'network');
};
const step = () => {
  now += 16;
  return editor.interpolation.step(now);
};
const here = () => {
  const [found] = editor.presence.people.value;
  if (!found) {
    throw new Error('nobody is here');
  }
  return found;
};

describe('presence of other users in the viewport', () => {
  it('includes their camera and pointer when in front of the camera', () => {
    tell({ cursor: [1, 0, 2], camera: [3, 2, 1, 0, 0, 0, 40] });
    step();
    expect(visiblePeerCursor(editor, here())?.toArray()).toEqual([1, 0, 2]);
    expect(visiblePeerCamera(editor, here())).toMatchObject({ eye: { x: 3 }, target: { x: 0 } });
  });

  it('omits cameras and pointers behind the camera', () => {
    tell({ cursor: [0, 1, 20], camera: [0, 1, 25, 0, 0, 0, 40] });
    step();
    expect([visiblePeerCursor(editor, here()), visiblePeerCamera(editor, here())]).toEqual([null, null]);
  });

  it('omits a camera at the user’s own camera position', () => {
    tell({ camera: [0, 1, 10, 0, 1, 0, 40] });
    step();
    expect(visiblePeerCamera(editor, here())).toBeNull();
  });

  it('omits the cameras of followers and of the followed user', () => {
    tell({ camera: [3, 2, 1, 0, 0, 0, 40], following: 7 });
    step();
    expect(visiblePeerCamera(editor, here())).toBeNull();
    tell({ camera: [3, 2, 1, 0, 0, 0, 40], following: null });
    step();
    expect(visiblePeerCamera(editor, here())).not.toBeNull();
    editor.following.follow('ada');
    editor.camera.lead({ position: new Vector3(0, 1, 10), target: new Vector3(0, 1, 0), fov: 40 });
    expect(visiblePeerCamera(editor, here())).toBeNull();
  });

  it('interpolates between positions, then comes to rest without further work', () => {
    tell({ cursor: [0, 0, 0] });
    expect(step()).toBe(false);
    tell({ cursor: [1, 0, 0] });
    expect(step()).toBe(true);
    const between = visiblePeerCursor(editor, here())?.x ?? 0;
    expect(between).toBeGreaterThan(0);
    expect(between).toBeLessThan(1);
    let frames = 0;
    while (step() && frames < 100) {
      frames += 1;
    }
    expect(frames).toBeLessThan(60);
    expect(visiblePeerCursor(editor, here())?.x).toBe(1);
    const places = editor.interpolation.places.value;
    step();
    expect(editor.interpolation.places.value).toBe(places);
  });

  it('removes a vanished pointer at once', () => {
    tell({ cursor: [0, 0, 0] });
    step();
    tell({ cursor: null });
    expect(step()).toBe(false);
    expect(visiblePeerCursor(editor, here())).toBeNull();
  });
});
