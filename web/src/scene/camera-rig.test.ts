import { Box3, OrthographicCamera, PerspectiveCamera, Vector2, Vector3 } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraDrags, CameraRig as Rig } from './camera-rig.ts';
import { NO_INSETS } from './framing.ts';
import { type AnyCamera, fitCamera } from './scene-camera.ts';

const FRAME = { width: 800, height: 600, insets: NO_INSETS };
const DRAGS: CameraDrags = { main: null, middle: 'pan', right: 'orbit', touch: null };
const START = { position: new Vector3(4, 3, 8), target: new Vector3(0, 1, 0) };

/** Minimal DOM element for a rig without rendering. */
class Pad extends EventTarget {
  style = {};
  clientHeight = FRAME.height;
  ownerDocument = new EventTarget();
  getBoundingClientRect = () => ({ left: 0, top: 0, x: 0, y: 0, width: FRAME.width, height: FRAME.height });
  setAttribute = () => undefined;
  removeAttribute = () => undefined;
}

let isStill = false;
let pad: Pad;
let woken: number;
let handled: number;

beforeEach(() => {
  isStill = false;
  pad = new Pad();
  woken = 0;
  handled = 0;
  vi.stubGlobal('DOMRect', class {});
  vi.stubGlobal('window', { matchMedia: () => ({ matches: isStill }) });
});

async function makeRig(camera: AnyCamera, insets = NO_INSETS): Promise<Rig> {
  const { CameraRig } = await import('./camera-rig.ts');
  fitCamera(camera, { fov: 40, distance: 9 }, { ...FRAME, insets });
  const element = pad as unknown as HTMLElement;
  const rig = new CameraRig({
    camera,
    element,
    drags: DRAGS,
    onWake: () => woken++,
    onHand: () => handled++,
  });
  rig.look(START, { isSmooth: false });
  settle(rig);
  return rig;
}

/** Runs frames until the camera rests. @returns the number of frames */
function settle(rig: Rig): number {
  let frames = 0;
  while (rig.update(0.016) && frames < 1_000) {
    frames += 1;
  }
  rig.camera.updateMatrixWorld();
  return frames;
}

function wheel(input: { deltaX?: number; deltaY: number; ctrlKey?: boolean; x?: number; y?: number }): void {
  const { deltaX = 0, deltaY, ctrlKey = false, x = 400, y = 300 } = input;
  const event = new Event('wheel', { cancelable: true });
  pad.dispatchEvent(
    Object.assign(event, { deltaX, deltaY, deltaMode: 0, ctrlKey, shiftKey: false, clientX: x, clientY: y }),
  );
  expect(event.defaultPrevented).toBe(true);
}

/** Drags with a mouse button: the press goes to the pad, the moves to its document. */
function drag(buttons: number): void {
  const press = { pointerId: 1, pointerType: 'mouse', button: buttons === 2 ? 2 : 0, buttons };
  const send = (to: EventTarget, type: string, x: number) =>
    to.dispatchEvent(Object.assign(new Event(type), press, { clientX: x, clientY: 100 }));
  send(pad, 'pointerdown', 100);
  for (const x of [120, 160]) {
    send(pad.ownerDocument, 'pointermove', x);
  }
}

describe.each([
  ['with perspective projection', () => new PerspectiveCamera()],
  ['with orthographic projection', () => new OrthographicCamera()],
])('a camera %s', (_name, make) => {
  it.each([NO_INSETS, { top: 60, right: 300, bottom: 30, left: 0 }])(
    'keeps the point under the wheel at its place on the screen',
    async (insets) => {
      const rig = await makeRig(make(), insets);
      const at = new Vector2(0.5, -0.4);
      const normal = rig.camera.getWorldDirection(new Vector3());
      const under = new Vector3(at.x, at.y, 0).unproject(rig.camera);
      const ray = rig.camera instanceof PerspectiveCamera ? under.clone().sub(rig.camera.position) : normal;
      const along = START.target.clone().sub(under).dot(normal) / ray.dot(normal);
      const point = under.addScaledVector(ray, along);
      wheel({ deltaY: -100, x: 600, y: 420 });
      wheel({ deltaY: -100, x: 600, y: 420 });
      settle(rig);
      const seen = point.clone().project(rig.camera);
      expect(seen.x).toBeCloseTo(at.x, 3);
      expect(seen.y).toBeCloseTo(at.y, 3);
    },
  );

  it('moves smoothly to a view, then comes to rest', async () => {
    const rig = await makeRig(make());
    const before = woken;
    rig.look({ position: new Vector3(0, 1, 5), target: new Vector3() }, { isSmooth: true });
    expect(woken).toBeGreaterThan(before);
    expect(settle(rig)).toBeGreaterThan(5);
    expect(rig.view.position.distanceTo(new Vector3(0, 1, 5))).toBeLessThan(1e-3);
  });

  it('pans with two fingers without rotating', async () => {
    const rig = await makeRig(make());
    wheel({ deltaX: 30, deltaY: 4 });
    settle(rig);
    const { position, target } = rig.view;
    expect(target.distanceTo(START.target)).toBeGreaterThan(0.01);
    const [now, then] = [position.sub(target), START.position.clone().sub(START.target)];
    expect(now.distanceTo(then)).toBeLessThan(1e-3);
  });
});

describe('the camera rig', () => {
  it('zooms by the factor of a pinch', async () => {
    const rig = await makeRig(new PerspectiveCamera());
    const before = START.position.distanceTo(START.target);
    wheel({ deltaY: -4 * Math.LN2, ctrlKey: true });
    for (let i = 0; i < 24; i++) {
      wheel({ deltaY: -4 * Math.LN2, ctrlKey: true });
    }
    settle(rig);
    expect(rig.view.position.distanceTo(rig.view.target)).toBeCloseTo(before / 2, 2);
  });

  it('reports user input, but not commands', async () => {
    const rig = await makeRig(new PerspectiveCamera());
    rig.look({ position: new Vector3(0, 1, 5), target: new Vector3() }, { isSmooth: true });
    expect(handled).toBe(0);
    for (const move of [() => rig.orbit(1, 0), () => rig.pan(1, 0), () => wheel({ deltaY: -100 })]) {
      const before = handled;
      move();
      expect(handled).toBeGreaterThan(before);
    }
  });

  it.each([
    ['that rotates the camera', 2, true],
    ['that the camera ignores', 1, false],
  ])('reports only drags of the camera: a drag %s, buttons %s', async (_what, buttons, isTold) => {
    await makeRig(new PerspectiveCamera());
    drag(buttons);
    expect(handled > 0).toBe(isTold);
  });

  it('moves at once with reduced motion', async () => {
    isStill = true;
    const rig = await makeRig(new PerspectiveCamera());
    rig.look({ position: new Vector3(0, 1, 5), target: new Vector3() }, { isSmooth: true });
    rig.update(0.016);
    expect(rig.view.position.distanceTo(new Vector3(0, 1, 5))).toBeLessThan(1e-9);
  });

  it('cannot be panned away from the scene', async () => {
    const rig = await makeRig(new PerspectiveCamera());
    rig.setBounds(new Box3(new Vector3(-1, -1, -1), new Vector3(1, 2, 1)));
    for (let i = 0; i < 20; i++) {
      rig.pan(400, 400);
      rig.dolly(1.3, new Vector2(1, 1));
    }
    settle(rig);
    expect(new Box3(new Vector3(-1, -1, -1), new Vector3(1, 2, 1)).containsPoint(rig.view.target)).toBe(true);
  });

  it('orbits by the given angle', async () => {
    const rig = await makeRig(new PerspectiveCamera());
    rig.orbit(Math.PI / 2, 0);
    settle(rig);
    const { position, target } = rig.view;
    expect(target.toArray()).toEqual(START.target.toArray());
    expect(position.distanceTo(new Vector3(8, 3, -4))).toBeLessThan(1e-2);
  });
});
