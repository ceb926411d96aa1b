import type { Texture } from 'three';
import { fetchCode } from '../../fetch-code.ts';
import { readEquirect } from '../equirect.ts';
import type { PartedSky } from './part-sun.ts';

/** A panorama, and where it is asked for and shows a clear one, its sun apart from what else it shows. */
export type Sky = { panorama: Texture; parted: PartedSky | null };

/**
 * Reads a panorama, parted into its sun and the rest where `wantsSun`.
 * @throws when the bytes are none.
 */
export async function readSky(bytes: ArrayBuffer, wantsSun: boolean): Promise<Sky> {
  const panorama = await readEquirect(bytes);
  if (!wantsSun) {
    return { panorama, parted: null };
  }
  const { partSun } = await fetchCode(() => import('./part-sun.ts'));
  return { panorama, parted: partSun(panorama) };
}
