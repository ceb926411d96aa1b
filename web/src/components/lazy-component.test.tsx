import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchAhead, lazyComponent } from './lazy-component.ts';

const Part = () => null;
/** Promise that React waits for before it renders a component; null once it is loaded. */
const waitsFor = (part: object): unknown => {
  const { _init, _payload } = part as { _init: (payload: unknown) => unknown; _payload: unknown };
  try {
    return _init(_payload) === Part ? null : undefined;
  } catch (waiting) {
    return waiting;
  }
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a prefetched lazy component renders offline, and any other one when the browser is online again', async () => {
  const load = vi.fn(async () => Part);
  const [early, late] = [lazyComponent(load, { isAhead: true }), lazyComponent(load)];
  await fetchAhead();
  await fetchAhead();
  expect(load).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', { onLine: false });
  await waitsFor(early);
  expect(waitsFor(early)).toBeNull();
  const coming = waitsFor(late);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', { onLine: true });
  await vi.advanceTimersByTimeAsync(5_000);
  await coming;
  expect(waitsFor(late)).toBeNull();
});

it('a lazy component whose prefetch failed is loaded again when it renders', async () => {
  const load = vi
    .fn(async () => Part)
    .mockRejectedValueOnce(new Error('lost'))
    .mockRejectedValueOnce(new Error('lost'));
  const part = lazyComponent(load, { isAhead: true });
  const ahead = fetchAhead();
  await vi.advanceTimersByTimeAsync(5_000);
  await ahead;
  await waitsFor(part);
  expect(waitsFor(part)).toBeNull();
});
