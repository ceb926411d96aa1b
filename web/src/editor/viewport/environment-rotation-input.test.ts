import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraRig } from '../../scene/camera-rig.ts';
import { TestEditor } from '../test/test-editor.ts';
import { listenToEnvironmentRotation } from './environment-rotation-input.ts';

const MOUSE = { pointerId: 1, button: 2, buttons: 2, shiftKey: true, clientY: 100 };
const FINGER = { pointerId: 7, button: 0, buttons: 1, shiftKey: false, clientX: 400, clientY: 100 };

describe('rotating the sky', () => {
  let editor: TestEditor;
  let host: EventTarget;
  const rotation = () => editor.scene.document.value.environment.rotation;
  const send = (type: string, init: object) => host.dispatchEvent(Object.assign(new Event(type), init));

  beforeEach(() => {
    editor = new TestEditor();
    host = new EventTarget();
    vi.stubGlobal('window', host);
    const stop = listenToEnvironmentRotation(host as HTMLElement, editor, {
      setDrags: () => undefined,
    } as unknown as CameraRig);
    return () => {
      stop();
      vi.unstubAllGlobals();
    };
  });

  it('follows only the pointer that started it, in one history step', () => {
    send('pointerdown', { ...MOUSE, clientX: 100 });
    send('pointermove', { ...MOUSE, clientX: 200 });
    send('pointerdown', FINGER);
    send('pointermove', { ...FINGER, clientX: 500 });
    send('pointerup', { ...FINGER, buttons: 0 });
    send('pointermove', { ...MOUSE, clientX: 300 });
    send('pointerup', { ...MOUSE, buttons: 0, clientX: 300 });
    send('pointermove', { ...MOUSE, buttons: 0, clientX: 700 });
    expect(rotation()).toBeCloseTo(1);
    editor.history.undo();
    expect(rotation()).toBe(0);
  });
});
