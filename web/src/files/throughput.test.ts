import { describe, expect, it } from 'vitest';
import { ThroughputMeter } from './throughput.ts';

describe('the throughput of an upload', () => {
  it('is unknown at first', () => {
    const meter = new ThroughputMeter();
    meter.note(0, 0);
    meter.note(500, 500);
    expect(meter.read(10_000)).toBeNull();
  });

  it('covers the last seconds and gives the remaining time', () => {
    const meter = new ThroughputMeter();
    for (let second = 0; second <= 20; second += 1) {
      meter.note(second < 10 ? second * 100 : 1_000 + (second - 10) * 1_000, second * 1_000);
    }
    expect(meter.read(21_000)).toEqual({ bytesPerSecond: 1_000, secondsLeft: 10 });
  });

  it('restarts after a pause and after bytes that were sent again', () => {
    const meter = new ThroughputMeter();
    meter.note(0, 0);
    meter.note(4_000, 2_000);
    meter.reset();
    expect(meter.read(9_000)).toBeNull();
    meter.note(4_000, 60_000);
    meter.note(2_000, 61_000);
    meter.note(4_000, 63_000);
    expect(meter.read(8_000)).toEqual({ bytesPerSecond: 1_000, secondsLeft: 4 });
  });
});
