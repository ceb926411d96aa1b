import type { CameraDrags, CameraMove } from '../../scene/camera-rig.ts';
import type { WheelDevice } from '../../scene/wheel.ts';

/** The keys that turn a drag with the main button into one of the view. */
export type HeldKey = 'alt' | 'space';

/** A way to move the view by dragging. The rig, the help sheet and the hints are made from the list of them. */
export type DragGesture = { move: CameraMove; button: 'main' | 'middle' | 'right'; held: HeldKey | null };

/** How the view is moved with a mouse or a pen; the first of a move is the one that hints tell of. */
export const DRAG_GESTURES: readonly DragGesture[] = [
  { move: 'orbit', button: 'right', held: null },
  { move: 'orbit', button: 'main', held: 'alt' },
  { move: 'pan', button: 'main', held: 'space' },
  { move: 'pan', button: 'middle', held: null },
];

/** What a person wants of the view. */
export const VIEW_MOVES = ['orbit', 'pan', 'zoom'] as const;
export type ViewMove = (typeof VIEW_MOVES)[number];

/** A way to get it; each has a name in the words of the editor. */
export type Way =
  | 'right'
  | 'middle'
  | HeldKey
  | 'wheel'
  | 'twoFingers'
  | 'pinch'
  | 'arrows'
  | 'shiftArrows'
  | 'plusMinus';

/** What turning a wheel does, and what two fingers do. */
const WHEEL_WAYS: Readonly<Record<WheelDevice, Partial<Record<ViewMove, Way>>>> = {
  mouse: { zoom: 'wheel' },
  trackpad: { pan: 'twoFingers', zoom: 'pinch' },
};
/** What keys do while the viewport has the focus. */
const KEY_WAYS: Readonly<Record<ViewMove, Way>> = { orbit: 'arrows', pan: 'shiftArrows', zoom: 'plusMinus' };

/** All ways to move the view with a device; the first is the easiest on it. */
export function waysOf(move: ViewMove, device: WheelDevice): Way[] {
  const drags = DRAG_GESTURES.filter((gesture) => gesture.move === move).map(
    ({ button, held }): Way => held ?? (button === 'middle' ? 'middle' : 'right'),
  );
  // On a trackpad a key is nearer than the other buttons.
  const isHeld = (way: Way) => way === 'alt' || way === 'space';
  const sorted =
    device === 'trackpad' ? [...drags.filter(isHeld), ...drags.filter((way) => !isHeld(way))] : drags;
  const wheel = WHEEL_WAYS[device][move];
  return [...(wheel ? [wheel] : []), ...sorted, KEY_WAYS[move]];
}

/** What drags do while a key is held, or none is. A finger is decided on by where it is put. */
export function dragsOf(held: HeldKey | null): CameraDrags {
  const moveOf = (button: DragGesture['button']) =>
    DRAG_GESTURES.find((gesture) => gesture.button === button && gesture.held === held)?.move ??
    DRAG_GESTURES.find((gesture) => gesture.button === button && gesture.held === null)?.move ??
    null;
  return { main: moveOf('main'), middle: moveOf('middle'), right: moveOf('right'), touch: null };
}
