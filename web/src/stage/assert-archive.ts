import { ARCHIVE_LIMITS, isSwollen } from '@diorama/shared/domain/archive-limits.ts';
import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { RefusedError } from './refused-error.ts';

/**
 * Looks through an archive with the very reader that the loaders use, before it inflates anything. The import has looked
 * already, but with another one, and an archive can be written so that the two see different files in it.
 * @throws {@link RefusedError} for more files, or more bytes, than archives may hold.
 */
export function assertArchive(file: Uint8Array): void {
  const { files, bytes, ratio } = ARCHIVE_LIMITS;
  let count = 0;
  let total = 0;
  unzipSync(file, {
    filter: ({ size, originalSize, compression }) => {
      // What is not packed is copied, whatever it is said to come to.
      const inflated = compression === 0 ? size : originalSize;
      count += 1;
      total += inflated;
      if (!(count <= files && total <= bytes) || isSwollen({ packed: size, inflated, ratio })) {
        throw new RefusedError('The archive is too large when unpacked.');
      }
      return false;
    },
  });
}
