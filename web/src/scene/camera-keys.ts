import type { CameraRig } from './camera-rig.ts';

/** Step of an arrow key: rotation in radians, or pan in CSS pixels. */
const TURN = Math.PI / 24;
const STEP_PIXELS = 40;
/** Factor on the distance for a press of plus. */
const CLOSER = 0.85;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Handles camera keys while an element has the focus: arrows orbit, with Shift they pan; plus and minus zoom.
 * @param isFree - whether no other feature uses these keys now
 */
export function listenToCameraKeys(
  rig: CameraRig,
  element: HTMLElement,
  signal: AbortSignal,
  isFree: () => boolean = () => true,
): void {
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isFree() || !moveByKey(rig, event)) {
        return;
      }
      event.preventDefault();
    },
    { signal },
  );
}

function moveByKey(rig: CameraRig, { key, shiftKey }: KeyboardEvent): boolean {
  const [x, y] = ARROWS[key] ?? [0, 0];
  if (key === '+' || key === '-' || key === '=') {
    rig.dolly(key === '-' ? 1 / CLOSER : CLOSER);
    return true;
  }
  if (x === 0 && y === 0) {
    return false;
  }
  if (shiftKey) {
    rig.pan(x * STEP_PIXELS, y * STEP_PIXELS);
  } else {
    rig.orbit(x * TURN, y * TURN);
  }
  return true;
}
