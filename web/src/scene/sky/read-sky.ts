import type { Texture } from 'three';
import { fetchCode } from '../../fetch-code.ts';
import { readEquirect } from '../equirect.ts';
import type { SkyWithoutSun } from './extract-sun.ts';

/** A panorama, and on request its separated sun, if it has a clear one. */
export type Sky = { panorama: Texture; parted: SkyWithoutSun | null };

/**
 * Decodes a panorama and, with `wantsSun`, separates its sun.
 * @throws when the bytes are no panorama.
 */
export async function readSky(bytes: ArrayBuffer, wantsSun: boolean): Promise<Sky> {
  const panorama = await readEquirect(bytes);
  if (!wantsSun) {
    return { panorama, parted: null };
  }
  const { extractSun } = await fetchCode(() => import('./extract-sun.ts'));
  return { panorama, parted: extractSun(panorama) };
}
