import type { PointerEvent } from 'react';

/** A list that moved by less than this, in CSS pixels, has the same line under the pointer. */
const STILL = 4;

/**
 * Pointer handlers of an open list that ignore a press if the list moved under the resting mouse pointer. The line below
 * the pointer is then not the one that the user aimed at.
 */
export function createStillListGuard() {
  let top: number | null = null;
  const topOf = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.getBoundingClientRect().top;
  return {
    onPointerMoveCapture: (event: PointerEvent<HTMLElement>) => {
      // Browsers also report a move without movement when the list moves below the pointer.
      if (top === null || event.movementX !== 0 || event.movementY !== 0) {
        top = topOf(event);
      }
    },
    onPointerUpCapture: (event: PointerEvent<HTMLElement>) => {
      const before = top;
      top = topOf(event);
      if (event.pointerType === 'mouse' && before !== null && Math.abs(top - before) > STILL) {
        event.stopPropagation();
      }
    },
    onPointerLeave: () => {
      top = null;
    },
  };
}
