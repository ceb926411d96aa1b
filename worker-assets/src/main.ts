import { join } from 'node:path';
import type { ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { lowerPriority } from '@diorama/shared/server/runtime/lower-priority.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { ConversionPool } from './import/conversion-pool.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from './jobs/index.ts';
import {
  ReimagineError,
  type ReimagineRequest,
  type Reimaginer,
  STYLE_PROMPTS,
} from './reimagine/reimaginer.ts';
import { createStage } from './stage/stage.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { reachableDir } from './unprivileged.ts';

/** Response with pictures as base64. URLs in a response are not fetched, because they are untrusted. */
const answer = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) });

/** Larger than a base64 picture of 4,096² pixels, in bytes. */
const MAX_ANSWER_BYTES = 80_000_000;

/** Image filter of each style. */
const LOOKS: Readonly<Record<ReimagineStyle | 'plain', (picture: Sharp, strength: number) => Sharp>> = {
  plain: (picture, strength) => picture.modulate({ hue: Math.round(strength * 40) }),
  photo: (picture, strength) => picture.modulate({ saturation: 1 + strength * 0.4 }).sharpen(),
  sketch: (picture) => picture.greyscale().normalise().linear(1.6, -30),
  watercolor: (picture, strength) => picture.median(3 + 2 * Math.round(strength * 4)),
  clay: (picture) => picture.modulate({ saturation: 0.15, brightness: 1.1 }).blur(1),
  night: (picture, strength) => picture.modulate({ brightness: 1 - strength * 0.6 }).tint('#5f7fd0'),
  winter: (picture, strength) => picture.modulate({ brightness: 1 + strength * 0.3, saturation: 0.5 }),
};

const HAZE = { r: 236, g: 240, b: 246 };

const HAZE_SHARE = 0.7;

// Conversions take all the processor there is; requests on the same machine go first.
lowerPriority();

const NAME = 'worker-assets';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);

// Child processes of another user must reach their files.
const jobsDir = await reachableDir(join(env.dataDir, 'tmp', 'jobs'));
const tmpDir = await createTemporaryFolder(jobsDir);
const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, { name: NAME, wakes });
const pool = await ConversionPool.create({ logger });
const stage = createStage({
  webDist: env.webDist,
  tmpDir: join(env.dataDir, 'chromium'),
  ...(env.chromiumPath === null ? {} : { executablePath: env.chromiumPath }),
  logger,
});
shutdown.register('connections', 'stage', () => stage.close());
shutdown.register('connections', 'conversion children', () => pool.close());
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'database', () => db.destroy());

await runWorker({
  name: NAME,
  queues: OWN_QUEUES,
  handlers: createHandlers({
    db,
    store: createStore(env),
    stage,
    pool,
    tmpDir,
    publicUrl: env.publicUrl,
    reimaginer: env.reimagine ? createImageEdits(env.reimagine) : env.demo ? createDemoReimaginer() : null,
    avatarOrigins: env.google?.pictureOrigins ?? [],
    logger,
  }),
  onFailedForGood: failureHooks,
  env,
  db,
  logger,
  shutdown,
});

/**
 * A local provider for the demo and for tests, which filters the picture; nothing leaves the machine. It uses
 * the style and ignores the prompt. With a depth map it adds haze to distant parts.
 */
export function createDemoReimaginer(): Reimaginer {
  return {
    imagine: async ({ image, depth, style, strength, count }: ReimagineRequest) => {
      const look = LOOKS[style ?? 'plain'];
      const view = depth ? await haze(image, depth, strength) : image;
      const turns = Array.from({ length: count }, (_, i) => i);
      return Promise.all(
        turns.map((turn) =>
          look(sharp(view), strength)
            .modulate({ hue: turn * 12, brightness: 1 + turn * 0.05 })
            .png()
            .toBuffer(),
        ),
      );
    },
  };
}

/** Adds haze to a picture; it is denser where `depth` is darker. */
async function haze(image: Buffer, depth: Buffer, strength: number): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const thickness = await sharp(depth)
    .resize(width, height, { fit: 'fill' })
    .greyscale()
    .negate()
    .linear(strength * HAZE_SHARE, 0)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const veil = await sharp({ create: { width, height, channels: 3, background: HAZE } })
    .joinChannel(thickness, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(image)
    .composite([{ input: veil }])
    .png()
    .toBuffer();
}

/** A service with OpenAI's image edits API, such as `https://…/v1`. */
export function createImageEdits(service: { url: string; key: string | null }): Reimaginer {
  return { imagine: (wish) => ask(service, wish) };
}

async function ask(service: { url: string; key: string | null }, wish: ReimagineRequest): Promise<Buffer[]> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(wish.image)], { type: 'image/png' }), 'view.png');
  if (wish.depth) {
    form.set('depth', new Blob([new Uint8Array(wish.depth)], { type: 'image/png' }), 'depth.png');
  }
  form.set('prompt', wordsOf(wish));
  form.set('n', String(wish.count));
  form.set('response_format', 'b64_json');
  const response = await fetch(`${service.url.replace(/\/$/, '')}/images/edits`, {
    method: 'POST',
    body: form,
    headers: service.key === null ? {} : { Authorization: `Bearer ${service.key}` },
    signal: wish.signal,
    // A redirect would send the key to another server.
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw failureOf(response.status);
  }
  const parsed = answer.safeParse(JSON.parse(await readWithin(response)));
  if (!parsed.success) {
    throw new Error('The service answered with no pictures');
  }
  return parsed.data.data.slice(0, wish.count).map(({ b64_json }) => Buffer.from(b64_json, 'base64'));
}

function wordsOf({ prompt, style, strength }: ReimagineRequest): string {
  const closeness =
    strength < 0.35
      ? 'Keep every shape and its place exactly.'
      : strength < 0.7
        ? 'Keep the layout and the main shapes.'
        : 'Keep the layout only.';
  return [prompt, style && STYLE_PROMPTS[style], closeness].filter(Boolean).join('. ');
}

/** Distinguishes permanent failures of the service from temporary ones. */
function failureOf(status: number): Error {
  if (status === 401 || status === 403 || status === 404) {
    return new ReimagineError('reimagine.unavailable');
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return new ReimagineError('reimagine.refused');
  }
  return new Error(`The service answered ${status}`);
}

async function readWithin(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new Error('The answer of the service is too large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
