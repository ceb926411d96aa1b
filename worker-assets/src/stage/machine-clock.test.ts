import { beforeEach, describe, expect, it, vi } from 'vitest';
import { machineShare, startMachineClock } from './shared-browser.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('the clock of a job', () => {
  it.each([
    ['alone on the machine', 1, 10_000],
    ['on a machine at twice its capacity', 0.5, 20_000],
    ['on a machine at four times its capacity', 0.25, 40_000],
  ])('expires by its share of the machine, %s', async (_, share, expected) => {
    const onEnd = vi.fn();
    startMachineClock(10_000, onEnd, () => share);
    await vi.advanceTimersByTimeAsync(expected - 1_100);
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_200);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('does not expire when it is stopped', async () => {
    const onEnd = vi.fn();
    startMachineClock(1_000, onEnd, () => 1)();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('runs between an eighth and the full speed', () => {
    expect(machineShare()).toBeGreaterThanOrEqual(1 / 8);
    expect(machineShare()).toBeLessThanOrEqual(1);
  });
});
