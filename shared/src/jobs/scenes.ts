import { z } from 'zod';
import { defineJob } from './define.ts';

/** Length of the editing pause before a merge, in milliseconds, because every merge writes the whole scene. */
export const EDIT_PAUSE_MS = 4_000;

/**
 * Compacts a scene's update log into its snapshot, JSON and revision, once edits pause or after a maximum
 * delay. It has a separate queue, as rendering takes minutes.
 */
export const sceneCompact = defineJob({
  name: 'scene.compact',
  queue: 'scenes',
  payload: z.object({ compositionId: z.uuid() }),
  result: z.object({ revision: z.number().int().nullable() }),
  priority: 1,
  dedupe: ({ compositionId }) => compositionId,
  delayMs: EDIT_PAUSE_MS,
});

/** Requests missing outputs of published scenes and missing card pictures. */
export const sceneSweep = defineJob({
  name: 'scene.sweep',
  queue: 'scenes',
  payload: z.object({}),
  result: z.object({ outputs: z.number().int(), pictures: z.number().int() }),
  priority: 20,
  dedupe: () => 'all',
});

export const sceneJobs = [sceneCompact, sceneSweep] as const;
