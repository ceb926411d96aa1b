import { describe, expect, it, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';

const LOST = new TypeError('Failed to fetch dynamically imported module');

/** Code that comes after so many failures, and a server that answers as told. */
function arrange({ failures, answers }: { failures: number; answers: boolean[] }) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) {
      throw LOST;
    }
    return 'code';
  });
  const waits: number[] = [];
  const means = {
    isAnswering: async () => answers.shift() ?? true,
    wait: async (ms: number) => {
      waits.push(ms);
    },
  };
  return { load, means, waits };
}

describe('Code that is fetched when it is needed', () => {
  it('is asked for once where it comes', async () => {
    const { load, means } = arrange({ failures: 0, answers: [] });
    await expect(fetchCode(load, means)).resolves.toBe('code');
    expect(load).toHaveBeenCalledOnce();
  });

  it('is asked for again, each time after longer, as long as nobody answers', async () => {
    const { load, means, waits } = arrange({ failures: 7, answers: Array(7).fill(false) });
    await expect(fetchCode(load, means)).resolves.toBe('code');
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it('that was missed just when the connection came back is asked for once more', async () => {
    const { load, means } = arrange({ failures: 1, answers: [true] });
    await expect(fetchCode(load, means)).resolves.toBe('code');
  });

  it('of a release that is gone is given up', async () => {
    const { load, means } = arrange({ failures: 9, answers: [false, true, true] });
    await expect(fetchCode(load, means)).rejects.toBe(LOST);
    expect(load).toHaveBeenCalledTimes(3);
  });
});
