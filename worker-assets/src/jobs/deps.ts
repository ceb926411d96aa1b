import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { ConversionPool } from '../import/conversion-pool.ts';
import type { Reimaginer } from '../reimagine/reimaginer.ts';
import type { Stage } from '../stage/stage.ts';

/** Dependencies of this worker's jobs. */
export type JobDeps = {
  db: Knex;
  store: ObjectStore;
  stage: Stage;
  pool: ConversionPool;
  /** Folder for temporary files of jobs. */
  tmpDir: string;
  /** Base URL of links in mails. */
  publicUrl: string;
  /** Image generation provider; null when none is configured. */
  reimaginer: Reimaginer | null;
  /** Origins of profile pictures that may be downloaded. */
  avatarOrigins: readonly string[];
  logger: Logger;
};
