import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraRig } from '../../scene/camera-rig.ts';
import { TestEditor } from '../test/test-editor.ts';
import { listenToPointer } from './pointer-input.ts';

const FINGER = { pointerId: 1, pointerType: 'touch', button: 0, buttons: 1, clientX: 400, clientY: 300 };
const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const ENOUGH_MS = 1_000;

describe('a touch on the viewport', () => {
  let editor: TestEditor;
  let host: EventTarget;
  const setDrags = vi.fn<CameraRig['setDrags']>();
  const isTurning = () => setDrags.mock.lastCall?.[0].touch === 'orbit';
  const send = (type: string, init: object = {}) =>
    host.dispatchEvent(Object.assign(new Event(type), FINGER, NO_KEYS, init));

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Element', class {});
    vi.stubGlobal('HTMLElement', class {});
    editor = new TestEditor();
    host = Object.assign(new EventTarget(), {
      getBoundingClientRect: () => ({ left: 0, top: 0 }),
      setPointerCapture: () => undefined,
      toggleAttribute: () => undefined,
    });
    vi.stubGlobal('window', host);
    const stop = listenToPointer(host as HTMLElement, editor, { setDrags } as unknown as CameraRig);
    editor.tools.use('distanceMeter');
    return () => {
      stop();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    };
  });

  it('aims after a long press if the tool supports it, and next rotates the view again', () => {
    send('pointerdown');
    expect(isTurning()).toBe(true);
    vi.advanceTimersByTime(ENOUGH_MS);
    editor.expectToBeIn('distanceMeter.aiming');
    expect(isTurning()).toBe(false);
    send('pointercancel');
    send('pointerdown');
    expect(isTurning()).toBe(true);
  });

  it('does not aim once lifted, nor with Space held', () => {
    send('pointerdown');
    send('pointerup', { buttons: 0 });
    const before = editor.tools.path.value;
    send('keydown', { code: 'Space' });
    send('pointerdown');
    send('pointerup', { buttons: 0 });
    vi.advanceTimersByTime(ENOUGH_MS);
    editor.expectToBeIn(before);
  });
});
