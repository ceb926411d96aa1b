import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GB } from '@diorama/shared/plans.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp3File, mp4File, oggFile, wavFile } from '../test/sound-files.ts';
import { checkSound } from './check-sound.ts';
import { ImportError } from './import-error.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-sounds-test-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function check(bytes: Uint8Array) {
  const path = join(dir, 'upload');
  await writeFile(path, bytes);
  return await checkSound(path, () => undefined);
}

/** Code of the reason for which a file is refused. */
const reasonOf = (bytes: Uint8Array) =>
  check(bytes).then(
    () => null,
    (error: ImportError) => [error.code, error.reason?.code],
  );

describe('a sound', () => {
  it.each([
    { bytes: wavFile(2), mimeType: 'audio/wav', seconds: 2 },
    { bytes: mp3File(100), mimeType: 'audio/mpeg', seconds: 2.6 },
    { bytes: oggFile(3), mimeType: 'audio/ogg', seconds: 3 },
    { bytes: mp4File('soun', 4), mimeType: 'audio/mp4', seconds: 4 },
  ])('has the expected duration as $mimeType', async ({ bytes, mimeType, seconds }) => {
    const sound = await check(bytes);
    expect(sound.mimeType).toBe(mimeType);
    expect(sound.seconds).toBeCloseTo(seconds, 1);
  });

  it('is rejected with a reason if it is invalid, too long or a video', async () => {
    const damaged = ['sound.invalid', 'unreadable.sound'];
    expect(await reasonOf(new TextEncoder().encode('RIFF is not a sound'))).toEqual(damaged);
    expect(await reasonOf(wavFile(1).subarray(0, 20))).toEqual(damaged);
    expect(await reasonOf(oggFile(1).subarray(0, 40))).toEqual(damaged);
    expect(await reasonOf(new Uint8Array(Buffer.from(`ID3${'\xff'.repeat(100)}`, 'latin1')))).toEqual(
      damaged,
    );
    expect(await reasonOf(wavFile(601))).toEqual(['sound.invalid', 'sound.too-long']);
    expect(await reasonOf(mp4File('vide', 1))).toEqual(['sound.invalid', 'sound.film']);
  });

  it('is rejected without being read if it exceeds the limit', async () => {
    const path = join(dir, 'large');
    await writeFile(path, wavFile(1));
    // Node reads no file of this size at once.
    await truncate(path, 3 * GB);
    await expect(checkSound(path, () => undefined)).rejects.toMatchObject({ code: 'sound.invalid' });
  });

  it('is accepted or rejected with a reason after random byte changes', async () => {
    const files = [wavFile(0.05), mp3File(3), oggFile(1), mp4File('soun', 1)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.record({ at: fc.nat({ max: 600 }), to: fc.nat({ max: 255 }) }), { maxLength: 8 }),
        async (file, changes) => {
          const bytes = Uint8Array.from(file);
          for (const { at, to } of changes) {
            bytes[at % bytes.length] = to;
          }
          const found = await check(bytes).catch((error: unknown) => error);
          expect(found instanceof ImportError || 'seconds' in Object(found)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
