import { z } from 'zod';
import { behindTurn, defineJob, inTurn } from './define.ts';

/** Time limit of a job that builds the files of a scene, in milliseconds. */
const OUTPUT_TIMEOUT_MS = 10 * 60_000;

/** Creates the glb, usdz and pictures of one requested output in three visible steps. */
export const sceneOutput = defineJob({
  name: 'scene.output',
  queue: 'scene-output',
  payload: z.object({ outputId: z.uuid(), ...inTurn }),
  result: z.object({ status: z.enum(['completed', 'failed', 'superseded', 'gone']) }),
  attempts: 3,
  timeoutMs: OUTPUT_TIMEOUT_MS,
  priority: 5,
  behind: behindTurn,
});

/** Creates the files of a combination of choices that a visitor asked for. */
export const sceneOptionOutput = defineJob({
  name: 'scene.option-output',
  queue: 'scene-output',
  payload: z.object({ optionOutputId: z.uuid(), ...inTurn }),
  result: z.object({ status: z.enum(['completed', 'failed', 'gone']) }),
  attempts: 2,
  timeoutMs: OUTPUT_TIMEOUT_MS,
  // A visitor waits for it.
  priority: 3,
  behind: behindTurn,
});

/** Renders the turntable of a completed output, and a large picture of each of its saved views. */
export const sceneCarousel = defineJob({
  name: 'scene.carousel',
  queue: 'scene-output',
  payload: z.object({ outputId: z.uuid(), ...inTurn }),
  result: z.object({ frames: z.number().int(), views: z.number().int() }),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  priority: 20,
  behind: behindTurn,
});

/** Renders a draft's card picture after the last user left or a minute after the last edit. */
export const sceneThumbnail = defineJob({
  name: 'scene.thumbnail',
  queue: 'scene-output',
  payload: z.object({ compositionId: z.uuid(), ...inTurn }),
  behind: behindTurn,
  result: z.object({ thumbnail: z.string().nullable() }),
  timeoutMs: 2 * 60_000,
  dedupe: ({ compositionId }) => compositionId,
  delayMs: 1_000,
});

/** Renders the picture of a version, with the same priority as card pictures, as users look at a version that they save. */
export const versionThumbnail = defineJob({
  name: 'version.thumbnail',
  queue: 'scene-output',
  payload: z.object({ versionId: z.uuid(), ...inTurn }),
  result: z.object({ thumbnail: z.string().nullable() }),
  timeoutMs: 2 * 60_000,
  behind: behindTurn,
  dedupe: ({ versionId }) => versionId,
});

/** Requests variations of a scene's picture from an image provider. */
export const sceneReimagine = defineJob({
  name: 'scene.reimagine',
  queue: 'scene-output',
  payload: z.object({ reimagineId: z.uuid(), ...inTurn }),
  result: z.object({ pictures: z.number().int() }),
  attempts: 3,
  timeoutMs: 4 * 60_000,
  priority: 4,
  behind: behindTurn,
});

export const sceneOutputJobs = [
  sceneOutput,
  sceneOptionOutput,
  sceneCarousel,
  sceneThumbnail,
  versionThumbnail,
  sceneReimagine,
] as const;
