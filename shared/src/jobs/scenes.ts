import { z } from 'zod';
import { defineJob } from './define.ts';

/**
 * Merges a scene's log of updates into its snapshot, JSON and revision, once people pause or it has waited long enough. A
 * queue of its own, as renderings take minutes.
 */
export const sceneCompact = defineJob({
  name: 'scene.compact',
  queue: 'scenes',
  payload: z.object({ compositionId: z.uuid() }),
  result: z.object({ revision: z.number().int().nullable() }),
  priority: 1,
  dedupe: ({ compositionId }) => compositionId,
  delayMs: 1_000,
});

/** Requests outputs of published scenes and card pictures that were never asked for. */
export const sceneSweep = defineJob({
  name: 'scene.sweep',
  queue: 'scenes',
  payload: z.object({}),
  result: z.object({ outputs: z.number().int(), pictures: z.number().int() }),
  priority: 20,
  dedupe: () => 'all',
});

export const sceneJobs = [sceneCompact, sceneSweep] as const;
