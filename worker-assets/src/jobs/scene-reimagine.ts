import { readFile } from 'node:fs/promises';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import {
  beginReimagine,
  completeReimagine,
  failReimagine,
  findReimagine,
  type ReimagineRow,
} from '@diorama/shared/server/scenes/reimagines.queries.ts';
import sharp from 'sharp';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { ReimagineError } from '../reimagine/reimaginer.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';

/** Longest side in pixels. No screen shows more, and a backdrop is one texture. */
const MAX_SIDE = 2048;
const QUALITY = 90;

/** Generates picture variants with a provider. A refusal by the provider fails the request, not the job. */
export function sceneReimagine(deps: JobDeps): JobHandler<'scene.reimagine'> {
  const { db } = deps;
  return async ({ reimagineId }, context) => {
    const request = await findReimagine(db, reimagineId);
    if (!request || !(await beginReimagine(db, request.id, context.fence))) {
      return { pictures: 0 };
    }
    try {
      const objects = await imagine(deps, request, context.signal);
      await context.commit(db, (trx) => completeReimagine(trx, request, objects));
      return { pictures: objects.length };
    } catch (error) {
      if (!(error instanceof ReimagineError)) {
        throw error;
      }
      await context.commit(db, (trx) => failReimagine(trx, request.id, error.code));
      return { pictures: 0 };
    }
  };
}

async function imagine(deps: JobDeps, request: ReimagineRow, signal: AbortSignal): Promise<string[]> {
  const { reimaginer } = deps;
  const { image_object: source, depth_object: far } = request;
  if (!reimaginer || source === null) {
    throw new ReimagineError('reimagine.unavailable');
  }
  const [image, depth] = await withJobFolder(deps, async (folder) => [
    await readFile(await folder.fetch(source, 'view')),
    far === null ? null : await readFile(await folder.fetch(far, 'depth')),
  ]);
  const { prompt, style, strength, count } = request;
  const made = await reimaginer.imagine({ image, depth, prompt, style, strength, count, signal });
  const objects: string[] = [];
  for (const picture of made.slice(0, count)) {
    const body = await readPicture(picture);
    const object = await storeObject(deps, {
      accountId: request.account_id,
      body,
      contentType: 'image/webp',
    });
    objects.push(object.id);
  }
  return objects;
}

/**
 * Decodes the provider's untrusted file and keeps only its pixels.
 * @throws for files that are not pictures
 */
async function readPicture(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}
