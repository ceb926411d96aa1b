import { setImmediate } from 'node:timers/promises';
import { applyInSlices } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { loadScene, readUpdates, type StoredScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { splitSceneInThread } from '@diorama/shared/server/scenes/scene-thread.ts';
import type { Document, LocalTransactionOrigin } from '@hocuspocus/server';

/** Delay before a failed read from the database is repeated. */
const RETRY_MS = 500;

/** Origin of transactions whose content is committed already. */
export const COMMITTED_ORIGIN: LocalTransactionOrigin = { source: 'local', skipStoreHooks: true };

/** An open document that receives the committed updates of its scene. */
export class FollowedScene {
  /** Number of the scene's updates that are known to be in the document. */
  updates = 0;
  readonly document: Document;
  readonly #id: string;
  readonly #deps: { db: Knex; logger: Logger };
  #missing: number[] = [];
  #isStale = false;
  #running: Promise<void> | null = null;

  constructor(deps: { db: Knex; logger: Logger }, id: string, document: Document) {
    this.#deps = deps;
    this.#id = id;
    this.document = document;
  }

  /** Loads the scene. Updates that are announced meanwhile are applied after it. @returns null when there is no such scene */
  async load(): Promise<StoredScene | null> {
    const loading = Promise.withResolvers<void>();
    this.#running = loading.promise;
    let stored: StoredScene | null;
    try {
      stored = await this.#reload();
    } finally {
      this.#running = null;
      loading.resolve();
    }
    if (this.#missing.length > 0) {
      await this.#wake();
    }
    return stored;
  }

  /** Reads and applies updates of other gateways. Never rejects: it tries again until it has them. */
  addMissing(seqs: readonly number[]): void {
    this.#missing.push(...seqs);
    void this.#wake();
  }

  /** Resolves when the document has all that is committed now. */
  catchUp(): Promise<void> {
    this.#isStale = true;
    return this.#wake();
  }

  /** Resolves when the updates announced before the call are in the document. */
  async settled(): Promise<void> {
    await this.#running;
  }

  #wake(): Promise<void> {
    // Begins after the assignment, as its end clears the field.
    this.#running ??= Promise.resolve().then(() => this.#bringUpToDate());
    return this.#running;
  }

  async #bringUpToDate(): Promise<void> {
    while ((this.#isStale || this.#missing.length > 0) && !this.document.isDestroyed) {
      const seqs = this.#missing.splice(0);
      const isStale = this.#isStale;
      this.#isStale = false;
      try {
        if (isStale || !(await this.#take(seqs))) {
          await this.#reload();
        }
      } catch (err) {
        this.#deps.logger.warn(
          { err, compositionId: this.#id },
          'remote updates could not be read, retrying',
        );
        this.#isStale = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    // In the same turn as the last check, so that no announcement is missed.
    this.#running = null;
  }

  /** Returns false when some of the updates are merged already and thus missing from the log. */
  async #take(seqs: readonly number[]): Promise<boolean> {
    const updates = await readUpdates(this.#deps.db, this.#id, seqs);
    if (updates.length < seqs.length) {
      return false;
    }
    await this.#apply(updates);
    this.updates += updates.length;
    return true;
  }

  async #reload(): Promise<StoredScene | null> {
    const stored = await loadScene(this.#deps.db, this.#id);
    if (stored) {
      // Before the update is applied: commits of this gateway add to it meanwhile.
      this.updates = stored.count;
      await this.#apply(stored.updates);
    }
    return stored;
  }

  /** A large scene is split in a thread and applied in slices, so that others are served meanwhile. */
  async #apply(updates: readonly Uint8Array[]): Promise<void> {
    const parts = await splitSceneInThread(updates);
    await applyInSlices(this.document, parts, { origin: COMMITTED_ORIGIN, nextTurn: setImmediate });
  }
}
