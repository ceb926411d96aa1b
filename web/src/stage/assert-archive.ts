import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { RefusedError } from './refused-error.ts';

/**
 * Checks an archive with the same reader that the loaders use, before anything is inflated. The import checks it with
 * another reader, and an archive can be crafted so that the two see different files.
 * @throws {@link RefusedError} for more files, or more bytes, than archives may hold.
 */
export function assertArchive(file: Uint8Array): void {
  const { files, bytes, ratio } = ARCHIVE_LIMITS;
  let count = 0;
  let total = 0;
  unzipSync(file, {
    filter: ({ size, originalSize, compression }) => {
      // Stored files are copied with their actual size, regardless of the declared one.
      const inflated = compression === 0 ? size : originalSize;
      count += 1;
      total += inflated;
      if (!(count <= files && total <= bytes) || isDecompressionBomb({ packed: size, inflated, ratio })) {
        throw new RefusedError(importMessage('limit.unpacked-archive'));
      }
      return false;
    },
  });
}
