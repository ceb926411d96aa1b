import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Logger } from '@diorama/shared/server/logger.ts';
import type { ObjectStore } from '@diorama/shared/server/store/store.ts';
import type { ConversionPool } from '../import/conversion-pool.ts';
import type { Reimaginer } from '../reimagine/reimaginer.ts';
import type { Stage } from '../stage/stage.ts';

/** What the jobs of this worker stand on. */
export type JobDeps = {
  db: Knex;
  store: ObjectStore;
  stage: Stage;
  pool: ConversionPool;
  /** Where jobs keep their files while they run. */
  tmpDir: string;
  /** Begins the links of mails. */
  publicUrl: string;
  /** Makes pictures anew; null where no provider is configured. */
  reimaginer: Reimaginer | null;
  logger: Logger;
};
