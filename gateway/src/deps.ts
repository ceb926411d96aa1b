import type { Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { CommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import type { FileSigner } from '@diorama/shared/server/objects/signing.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { ReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { Checks } from '@diorama/shared/server/runtime/health.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { KnownBrowsers } from './auth/known-browsers.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Tokens } from './auth/tokens.ts';
import type { SceneStore } from './collab/scene-store.ts';
import type { Documents } from './documents/documents.ts';
import type { ByteBudget } from './limits/byte-budget.ts';
import type { ConnectionLimits } from './limits/connection-limits.ts';
import type { HolderTurns } from './limits/holder-turns.ts';
import type { LimitsMet } from './limits/limits-met.ts';
import type { UnreadBytes } from './limits/unread-bytes.ts';
import type { UploadRate } from './limits/upload-rate.ts';
import type { AccessChanges } from './live/access-changes.ts';
import type { Blocklist } from './middleware/blocklist.ts';
import type { RateLimits } from './middleware/rate-limits.ts';

/** Dependencies of the gateway's modules, created once in `main.ts`. */
export type Deps = {
  env: Env;
  logger: Logger;
  clock: Clock;
  db: Knex;
  store: ObjectStore;
  bus: Bus;
  access: AccessChanges;
  commitNotifications: CommitNotifications;
  signer: FileSigner;
  passwords: Passwords;
  knownBrowsers: KnownBrowsers;
  tokens: Tokens;
  limits: RateLimits;
  readOnly: ReadOnly;
  connections: ConnectionLimits;
  documents: Documents;
  limitsMet: LimitsMet;
  /** Responses and messages that wait for their readers. */
  unread: UnreadBytes;
  /** Request bodies held in memory. */
  bodies: ByteBudget;
  /** Simultaneous requests of users and networks. */
  turns: HolderTurns;
  /** Speed of uploads. */
  uploadRate: UploadRate;
  blocklist: Blocklist;
  payments: Payments;
  scenes: SceneStore;
  /** Health checks of this process. */
  checks: Checks;
};
