import { availableParallelism, loadavg } from 'node:os';

const TICK_MS = 1000;
/** However busy the machine is, a job is not waited for longer than so many times its limit. */
const SMALLEST_SHARE = 1 / 8;

/** Share of a processor that each busy process gets at the moment, by the load of the machine. */
export function machineShare(): number {
  const [load = 0] = loadavg();
  return Math.min(1, Math.max(SMALLEST_SHARE, availableParallelism() / Math.max(load, 1)));
}

/**
 * Calls back when a job has had its time: on a machine with other work, time counts as the share of it that the job gets.
 * @returns stops the clock.
 */
export function startMachineClock(
  limitMs: number,
  onEnd: () => void,
  share: () => number = machineShare,
): () => void {
  let left = limitMs;
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    const step = Math.min(TICK_MS, left);
    timer = setTimeout(() => {
      left -= step * share();
      if (left < 1) {
        onEnd();
      } else {
        tick();
      }
    }, step);
  };
  tick();
  return () => clearTimeout(timer);
}
