import type { CameraDrags, CameraMove } from '../../scene/camera-rig.ts';
import type { WheelDevice } from '../../scene/wheel.ts';

/** Modifier keys that turn a main-button drag into a camera drag. */
export type HeldKey = 'alt' | 'space';

/** Camera drag. The camera rig, the help sheet and the hints are generated from the list. */
type DragGesture = { move: CameraMove; button: 'main' | 'middle' | 'right'; held: HeldKey | null };

/** Camera drags of mouse and pen; hints show the first of each move. */
const DRAG_GESTURES: readonly DragGesture[] = [
  { move: 'orbit', button: 'right', held: null },
  { move: 'orbit', button: 'main', held: 'alt' },
  { move: 'pan', button: 'main', held: 'space' },
  { move: 'pan', button: 'middle', held: null },
];

export const VIEW_MOVES = ['orbit', 'pan', 'zoom'] as const;
type ViewMove = (typeof VIEW_MOVES)[number];

/** Input for a view move; each has a translated name. */
export type ViewGesture =
  | 'right'
  | 'middle'
  | HeldKey
  | 'wheel'
  | 'twoFingers'
  | 'pinch'
  | 'arrows'
  | 'shiftArrows'
  | 'plusMinus';

/** View moves of a wheel and of two fingers. */
const WHEEL_WAYS: Readonly<Record<WheelDevice, Partial<Record<ViewMove, ViewGesture>>>> = {
  mouse: { zoom: 'wheel' },
  trackpad: { pan: 'twoFingers', zoom: 'pinch' },
};
/** Keyboard view moves while the viewport has focus. */
const KEY_WAYS: Readonly<Record<ViewMove, ViewGesture>> = {
  orbit: 'arrows',
  pan: 'shiftArrows',
  zoom: 'plusMinus',
};

/** All inputs for a view move on a device, easiest first. */
export function gesturesOf(move: ViewMove, device: WheelDevice): ViewGesture[] {
  const drags = DRAG_GESTURES.filter((gesture) => gesture.move === move).map(
    ({ button, held }): ViewGesture => held ?? (button === 'middle' ? 'middle' : 'right'),
  );
  // On a trackpad a modifier key is easier than another button.
  const isHeld = (way: ViewGesture) => way === 'alt' || way === 'space';
  const sorted =
    device === 'trackpad' ? [...drags.filter(isHeld), ...drags.filter((way) => !isHeld(way))] : drags;
  const wheel = WHEEL_WAYS[device][move];
  return [...(wheel ? [wheel] : []), ...sorted, KEY_WAYS[move]];
}

/** Camera drags while a modifier key, or none, is held. Touches are decided by where they start. */
export function dragsOf(held: HeldKey | null): CameraDrags {
  const moveOf = (button: DragGesture['button']) =>
    DRAG_GESTURES.find((gesture) => gesture.button === button && gesture.held === held)?.move ??
    DRAG_GESTURES.find((gesture) => gesture.button === button && gesture.held === null)?.move ??
    null;
  return { main: moveOf('main'), middle: moveOf('middle'), right: moveOf('right'), touch: null };
}
