import type { ScreenPoint } from '../managers/camera.ts';

/** Modifier keys of a pointer event. `mod` is Ctrl, or Cmd on a Mac. */
export type Modifiers = { shift: boolean; mod: boolean; alt: boolean };

/** Pointer event for tools, in CSS pixels of the viewport. */
export type PointerInfo = ScreenPoint & Modifiers & { kind: 'mouse' | 'touch' };

/** Movement in pixels from which a press is a drag. */
export const DRAG_DISTANCE = 8;
/** Largest distance to a handle in pixels; larger for touch, as a finger covers its target. */
export const HANDLE_REACH = { mouse: 9, touch: 22 } as const;

/** Whether a press has become a drag. */
export function isDragged(from: ScreenPoint, to: ScreenPoint): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > DRAG_DISTANCE;
}
