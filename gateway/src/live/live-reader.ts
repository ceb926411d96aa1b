import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { listLive, newestLiveSeq } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { type ChangeTracker, createChangeTracker } from './change-tracker.ts';
import type { LiveChange } from './workspace-queues.ts';

/** Distance below the newest change in which a starting gateway looks for uncommitted numbers. */
const LOOK_BACK = 1_000;

/** Reads changes in the order of their numbers, without losing those that are committed late. */
export class LiveReader {
  readonly #db: Knex;
  #seen: ChangeTracker | null = null;
  #beginning: Promise<ChangeTracker> | null = null;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Number below which every change was read. */
  get safe(): number {
    return this.#seen?.safe ?? Number.POSITIVE_INFINITY;
  }

  /** Finds the position from which changes are read, once; a failed attempt is repeated by the next call. */
  begin(): Promise<ChangeTracker> {
    this.#beginning ??= this.#findStart().catch((error: unknown) => {
      this.#beginning = null;
      throw error;
    });
    return this.#beginning;
  }

  /** Passes on all new changes, in batches. */
  async readNew(onBatch: (rows: readonly LiveChange[]) => void): Promise<void> {
    const known = await this.begin();
    const now = performance.now();
    let rows: LiveChange[];
    do {
      rows = await listLive(this.#db, { after: known.newest, missing: known.missing() });
      known.note(
        rows.map(({ seq }) => seq),
        now,
      );
      onBatch(rows);
    } while (rows.length > 0);
  }

  /** Existing changes concern no stream of this gateway. Those that are still to appear among them do. */
  async #findStart(): Promise<ChangeTracker> {
    const newest = await newestLiveSeq(this.#db);
    const started = createChangeTracker(Math.max(0, newest - LOOK_BACK));
    let rows: LiveChange[];
    do {
      rows = await listLive(this.#db, { after: started.newest });
      started.note(
        rows.map(({ seq }) => seq),
        performance.now(),
      );
    } while (rows.length > 0 && started.newest < newest);
    this.#seen = started;
    return started;
  }
}
