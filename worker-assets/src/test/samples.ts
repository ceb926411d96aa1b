import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEFAULT_DIR = join(import.meta.dirname, '../../../../shared/samples');

/** Folder of sample models, from DIORAMA_SAMPLES. */
export const samplesDir = process.env.DIORAMA_SAMPLES ?? DEFAULT_DIR;

/** Whether the samples are on this machine; suites that need them are skipped, visibly, without. */
export const hasSamples = existsSync(samplesDir);

/** Folder of small files with former import errors, from DIORAMA_TRIAL. */
const trialDir = process.env.DIORAMA_TRIAL ?? join(import.meta.dirname, '../../../../shared/trial3');

/** Whether those files are on this machine; suites that need them are skipped, visibly, without. */
export const hasTrial = existsSync(trialDir);

/** The bytes of such a file. */
export async function readTrial(name: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(join(trialDir, name)));
}

/** The bytes of a sample such as `glb/BoxTextured.glb`. */
export async function readSample(path: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(join(samplesDir, path)));
}
