/** What a wheel event says; `time` is in milliseconds. */
export type WheelInput = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'> & {
  time: number;
};

/** What moves the wheel: a wheel that clicks, or two fingers. */
export type WheelDevice = 'mouse' | 'trackpad';

/** How a turn of the wheel moves the view: CSS pixels to pan by, or the factor by which the distance changes. */
export type WheelMove = { kind: 'pan'; x: number; y: number } | { kind: 'dolly'; factor: number };

/** What is known of who turns the wheel: the guess, and when it was turned last. */
export type WheelState = { device: WheelDevice; time: number };

/** Before the first event: most who have a wheel at all turn it to come closer. */
export const WHEEL_START: WheelState = { device: 'mouse', time: Number.NEGATIVE_INFINITY };

/** After a pause this long, in milliseconds, a hand may have gone from one device to the other. */
const PAUSE_MS = 400;
/** One click of a wheel is at least this far, two fingers begin with less; in CSS pixels. */
const CLICK_PIXELS = 40;
/** Events that count in lines or pages come from a wheel; how many pixels these are. */
const PIXELS_OF_MODE = [1, 16, 400] as const;
/** Further than this in one event is one event, in CSS pixels. */
const FURTHEST_PIXELS = 240;
/** How much of the distance a pixel of the wheel is, as an exponent. */
const DOLLY_RATE = 0.0016;
/** Browsers tell a pinch as a wheel held with Ctrl, a hundred pixels for e times as large. */
const PINCH_RATE = 0.01;

/**
 * Who turns the wheel, guessed from an event and what was guessed before: sideways or in small steps it is two fingers,
 * in lines or large steps a wheel. Within one turn the first guess holds until something sideways comes.
 */
export function guessWheel(before: WheelState, input: WheelInput): WheelState {
  const { time } = input;
  if (input.deltaMode !== 0) {
    return { device: 'mouse', time };
  }
  if (input.deltaX !== 0 && !input.shiftKey) {
    return { device: 'trackpad', time };
  }
  if (time - before.time < PAUSE_MS) {
    return { device: before.device, time };
  }
  const size = Math.max(Math.abs(input.deltaX), Math.abs(input.deltaY));
  // Turned slowly, both begin alike between the two: who it was is who it is.
  const isWheel = size >= CLICK_PIXELS || (before.device === 'mouse' && size >= CLICK_PIXELS / 2);
  return { device: isWheel ? 'mouse' : 'trackpad', time };
}

/** What an event does to the view: a wheel comes closer, two fingers pan, a pinch comes closer. */
export function wheelMove(
  device: WheelDevice,
  { deltaX, deltaY, deltaMode, ctrlKey }: WheelInput,
): WheelMove {
  const scale = PIXELS_OF_MODE[deltaMode] ?? 1;
  const [x, y] = [clamp(deltaX * scale), clamp(deltaY * scale)];
  if (device === 'mouse') {
    // Shift turns a wheel sideways on some systems: it comes closer all the same.
    return { kind: 'dolly', factor: Math.exp((y || x) * DOLLY_RATE) };
  }
  return ctrlKey ? { kind: 'dolly', factor: Math.exp(y * PINCH_RATE) } : { kind: 'pan', x, y };
}

function clamp(pixels: number): number {
  return Math.min(Math.max(pixels, -FURTHEST_PIXELS), FURTHEST_PIXELS);
}
