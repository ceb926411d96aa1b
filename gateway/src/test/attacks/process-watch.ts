import { readFileSync } from 'node:fs';

const SAMPLE_MS = 100;

/** Bytes of memory that a process has to itself or shares, by Linux's own count. */
export function residentBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? Number.NaN) * 1_024;
}

/** Samples the memory of a process. @returns the function that ends it, with the most bytes seen */
export function watchMemory(pid: number): () => number {
  let most = residentBytes(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Delay of the event loop of a process since the last call, in seconds: the quantile 0.99. */
export async function readLoopDelay(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^diorama_event_loop_delay\{quantile="0.99"[^}]*\} (\S+)$/m.exec(text)?.[1]);
}
