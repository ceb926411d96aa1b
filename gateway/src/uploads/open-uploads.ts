import { CodedError } from '@diorama/shared/contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';

/** What one person may have begun and not ended on a gateway's disk, in bytes as announced: ten of the largest files. */
export const MAX_OPEN_BYTES = 10 * MAX_UPLOAD_BYTES;

type OpenUpload = { owner: string; size: number };

/** Counts what people have begun to send, so that nobody fills the disk with beginnings. */
export class OpenUploads {
  #open = new Map<string, OpenUpload>();

  /** Counts an upload. @throws CodedError `request.too-many` when the person has too much open. */
  begin(id: string, upload: OpenUpload): void {
    const sizes = [...this.#open.values()].filter(({ owner }) => owner === upload.owner);
    if (sizes.reduce((sum, { size }) => sum + size, upload.size) > MAX_OPEN_BYTES) {
      throw new CodedError('request.too-many');
    }
    this.#open.set(id, upload);
  }

  /** Counts an upload no more: it is complete, refused, given up or expired. */
  end(id: string): void {
    this.#open.delete(id);
  }

  /** Counts what lies on the disk, and nothing else. */
  restore(uploads: Iterable<readonly [id: string, upload: OpenUpload]>): void {
    this.#open = new Map(uploads);
  }
}
