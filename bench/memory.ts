import { residentBytes } from '@diorama/gateway/test/attacks/process-watch.ts';

/** Largest growth of a process's memory during `run`, in bytes. */
export async function growthOf(
  pid: number,
  { sampleMs, run }: { sampleMs: number; run: () => Promise<unknown> },
): Promise<number> {
  const before = residentBytes(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, sampleMs);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return most - before;
}
