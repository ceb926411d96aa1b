import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Path of a sample file; `null` where the samples are not on this machine. */
export function samplePath(name: string): string | null {
  const path = resolve(ROOT, process.env.DIORAMA_SAMPLES ?? '../shared/samples', name);
  return existsSync(path) ? path : null;
}
