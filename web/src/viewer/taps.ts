import { LongPress } from '../scene/measure/long-press.ts';
import type { Point } from '../scene/measure/snap-to-surface.ts';

/** Largest movement of a tap, in pixels; beyond it is a drag. */
const STILL = { mouse: 4, pen: 6, touch: 10 } as const;

/** Reports taps and clicks on an element in its CSS pixels, without drags and two-finger gestures. */
export function listenToTaps(
  target: HTMLElement,
  on: {
    onTap: (at: Point) => void;
    /** Called with the hovered position, and with null on leaving. */
    onMove?: (at: Point | null) => void;
    /** Called with the position of a resting, aiming finger; lifting it is a tap. Null when it is lost. */
    onAim?: (at: Point | null) => void;
  },
  signal: AbortSignal,
): void {
  let press: { id: number; x: number; y: number } | null = null;
  let isAiming = false;
  const hold = new LongPress();
  const down = new Set<number>();
  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = target.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const endAim = () => {
    hold.end();
    if (isAiming) {
      isAiming = false;
      on.onAim?.(null);
    }
  };
  const handleDown = (event: PointerEvent) => {
    down.add(event.pointerId);
    const isAlone = down.size === 1 && event.button === 0;
    press = isAlone ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    endAim();
    if (on.onAim && isAlone && event.pointerType === 'touch') {
      const at = placeOf(event);
      hold.begin(at, () => {
        isAiming = true;
        on.onAim?.(at);
      });
    }
  };
  const handleEnd = (event: PointerEvent) => {
    down.delete(event.pointerId);
    const start = press?.id === event.pointerId ? press : null;
    press = null;
    const still = STILL[event.pointerType as keyof typeof STILL] ?? STILL.mouse;
    const isStill = start !== null && Math.hypot(event.clientX - start.x, event.clientY - start.y) <= still;
    const isTap = start !== null && event.type === 'pointerup' && (isStill || isAiming);
    endAim();
    if (isTap) {
      on.onTap(placeOf(event));
    }
  };
  target.addEventListener('pointerdown', handleDown, { signal });
  // The camera controls capture the pointer on the document while it is pressed.
  const view = target.ownerDocument;
  view.addEventListener('pointerup', handleEnd, { signal });
  view.addEventListener('pointercancel', handleEnd, { signal });
  if (on.onAim) {
    view.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId === press?.id) {
          hold.move(placeOf(event));
          if (isAiming) {
            on.onAim?.(placeOf(event));
          }
        }
      },
      { signal },
    );
    signal.addEventListener('abort', endAim);
  }
  if (on.onMove) {
    const { onMove } = on;
    target.addEventListener('pointermove', (event) => event.buttons === 0 && onMove(placeOf(event)), {
      signal,
    });
    target.addEventListener('pointerleave', () => onMove(null), { signal });
  }
}
