import type { ScreenPoint } from '../managers/camera.ts';

/** Keys that change what a press or a drag does. `mod` is Ctrl, or Cmd on a Mac. */
export type Modifiers = { shift: boolean; mod: boolean; alt: boolean };

/** One pointer event as tools see it: a point of the viewport in CSS pixels. */
export type PointerInfo = ScreenPoint & Modifiers & { kind: 'mouse' | 'touch' };

/** A press becomes a drag once it has moved by more than these pixels. */
export const DRAG_DISTANCE = 8;
/** How near in pixels a handle must be to be taken; a finger hides what it points at. */
export const HANDLE_REACH = { mouse: 9, touch: 22 } as const;

/** Whether a press has become a drag. */
export function isDragged(from: ScreenPoint, to: ScreenPoint): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > DRAG_DISTANCE;
}
