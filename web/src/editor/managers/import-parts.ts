import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { ImportRecords } from '../import/import-records.ts';
import type { KeptFiles } from '../import/kept-files.ts';
import type { AssetsManager } from './assets.ts';
import type { SendFile } from './import-uploads.ts';

/** What imports work with. */
export type ImportParts = {
  assets: AssetsManager;
  records: ImportRecords;
  kept: KeptFiles;
  send: SendFile;
  /** Has a file imported again whose import failed. @returns what the server says of it then. */
  importAgain: (iri: string) => Promise<Asset>;
  /** Throws an asset away that nobody uses yet; in vain where this person may not. */
  discard: (iri: string) => void;
};
