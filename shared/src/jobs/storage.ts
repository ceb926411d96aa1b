import { z } from 'zod';
import { defineJob } from './define.ts';

/** Recounts a workspace's storage from its originals, to the byte, and corrects what differs. */
export const storageCheck = defineJob({
  name: 'storage.check',
  queue: 'storage',
  payload: z.object({ accountId: z.uuid() }),
  result: z.object({ used: z.number().int(), corrected: z.number().int() }),
  dedupe: ({ accountId }) => accountId,
});

/** Removes stored objects without references. */
export const storageSweep = defineJob({
  name: 'storage.sweep',
  queue: 'storage',
  payload: z.object({}),
  result: z.object({ removed: z.number().int() }),
  priority: 20,
  timeoutMs: 10 * 60_000,
});

export const storageJobs = [storageCheck, storageSweep] as const;
