/** Used fields of a wheel event; `time` is in milliseconds. */
export type WheelInput = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'> & {
  time: number;
};

/** Device of wheel events: a mouse wheel, or two fingers on a trackpad. */
export type WheelDevice = 'mouse' | 'trackpad';

/** Camera movement of a wheel event: a pan in CSS pixels, or a factor on the distance. */
type WheelMove = { kind: 'pan'; x: number; y: number } | { kind: 'dolly'; factor: number };

/** State of the guess: device, and time of the last event. */
type WheelState = { device: WheelDevice; time: number };

/** Initial guess: most users with a mouse wheel use it to zoom. */
export const WHEEL_START: WheelState = { device: 'mouse', time: Number.NEGATIVE_INFINITY };

/** Pause in milliseconds after which the device may have changed. */
const PAUSE_MS = 400;
/** Smallest step of a mouse wheel in CSS pixels; two fingers start with less. */
const CLICK_PIXELS = 40;
/** Pixels per unit of `deltaMode`; lines and pages come from mouse wheels. */
const PIXELS_OF_MODE = [1, 16, 400] as const;
/** Limit of one event, in CSS pixels. */
const FURTHEST_PIXELS = 240;
/** Zoom exponent per wheel pixel. */
const DOLLY_RATE = 0.0016;
/**
 * Zoom exponent per pixel of a pinch, which browsers report as a wheel with Ctrl: a hundred pixels for a factor of
 * e.
 */
const PINCH_RATE = 0.01;

/**
 * Guesses the device from an event and the previous guess: sideways or small steps mean two fingers, lines or large
 * steps a mouse wheel. Within one turn the first guess holds until a sideways event.
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
  // Slow turns of both devices look alike, so the previous guess holds.
  const isWheel = size >= CLICK_PIXELS || (before.device === 'mouse' && size >= CLICK_PIXELS / 2);
  return { device: isWheel ? 'mouse' : 'trackpad', time };
}

/** Converts an event into a camera movement: a wheel zooms, two fingers pan, a pinch zooms. */
export function wheelMove(
  device: WheelDevice,
  { deltaX, deltaY, deltaMode, ctrlKey }: WheelInput,
): WheelMove {
  const scale = PIXELS_OF_MODE[deltaMode] ?? 1;
  const [x, y] = [clamp(deltaX * scale), clamp(deltaY * scale)];
  if (device === 'mouse') {
    // On some systems Shift turns a wheel sideways; it still zooms.
    return { kind: 'dolly', factor: Math.exp((y || x) * DOLLY_RATE) };
  }
  return ctrlKey ? { kind: 'dolly', factor: Math.exp(y * PINCH_RATE) } : { kind: 'pan', x, y };
}

function clamp(pixels: number): number {
  return Math.min(Math.max(pixels, -FURTHEST_PIXELS), FURTHEST_PIXELS);
}
