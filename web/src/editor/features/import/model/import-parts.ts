import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { AssetsManager } from '../../../managers/assets.ts';
import type { ImportRecords } from './import-records.ts';
import type { SendFile } from './import-uploads.ts';
import type { StoredFiles } from './stored-files.ts';

export type ImportParts = {
  assets: AssetsManager;
  records: ImportRecords;
  kept: StoredFiles;
  send: SendFile;
  /** Restarts a failed import. @returns the updated asset */
  importAgain: (iri: string) => Promise<Asset>;
  /** Deletes an unused asset; ignored without permission. */
  discard: (iri: string) => void;
};
