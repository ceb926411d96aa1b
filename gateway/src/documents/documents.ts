import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { shareRuns } from '@diorama/shared/server/runtime/share-runs.ts';
import { withTimeout } from '@diorama/shared/server/runtime/with-timeout.ts';
import {
  type DocumentSource,
  findDocumentText,
  findSceneText,
} from '@diorama/shared/server/scenes/document-texts.queries.ts';
import { compactScene, loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import type { SceneStore } from '../collab/scene-store.ts';
import { HolderTurns } from '../limits/holder-turns.ts';
import type { LimitsMet } from '../limits/limits-met.ts';
import { networkOf } from '../middleware/client-address.ts';
import type { RateLimits } from '../middleware/rate-limits.ts';
import { ByteCache } from './byte-cache.ts';
import { DocumentThreads, type WorkOwner } from './document-threads.ts';
import type { Audience, ComponentBody, Replacement, Restoration } from './document-work.ts';

/** Bytes of cached rendered documents. Each revision is rendered once. */
const CACHE_BYTES = 64_000_000;
/** Smaller documents cost no more than other calls, which the general limit counts. */
const CHARGED_FROM_BYTES = 100_000;
/** Time in which edits that are on their way must be stored, in milliseconds. */
const SETTLE_WITHIN_MS = 8_000;
/** Large documents in memory at once. Each needs several times its bytes. */
const DOCUMENT_TURNS = { user: { running: 1, waiting: 4 }, network: { running: 2, waiting: 40 } };
/** Validating a byte costs several times what sending it does. */
const REPLACE_FACTOR = 4;

/** The caller that a document is read or written for; `userId` is null for a visitor. */
export type DocumentCaller = { userId: string | null; ip: string };

/** Documents as bytes of JSON. Large ones are worked on beside the event loop, and charged to their caller by bytes. */
export interface Documents {
  /** Stores and merges the pending edits of a scene. @returns the scene's revision; null when it is gone */
  settle(compositionId: string): Promise<number | null>;
  /** The document of a scene at a revision, or at a newer one; null when the scene is deleted. */
  readScene(id: string, revision: number, reader: DocumentReader): Promise<Uint8Array | null>;
  /** The immutable document of an output or a version; null when it is deleted. */
  readFixed(
    source: Exclude<DocumentSource, 'scene'>,
    id: string,
    reader: DocumentReader,
  ): Promise<Uint8Array | null>;
  /**
   * Validates the body of a `PUT` and finds its difference to the scene.
   * @throws CodedError `request.malformed`, `request.invalid`, `request.too-many`
   */
  prepareReplacement(
    compositionId: string,
    body: Uint8Array,
    caller: DocumentCaller,
  ): Promise<Extract<Replacement, { outcome: 'update' }>>;
  /**
   * Finds the difference of a scene to one of its versions.
   * @throws CodedError `request.not-found`, `request.too-many`
   */
  prepareRestoration(
    version: { id: string; compositionId: string },
    caller: DocumentCaller,
  ): Promise<Restoration>;
  /**
   * Validates the body of a version of a library's component.
   * @throws CodedError `request.malformed`, `request.invalid`, `request.too-many`
   */
  prepareComponent(
    item: string,
    body: Uint8Array,
    caller: DocumentCaller,
  ): Promise<Extract<ComponentBody, { outcome: 'component' }>>;
  /**
   * Builds the snapshot of a scene that a user copies.
   * @param source.text - JSON of the document
   * @param source.copies - id of each copied asset, by the id of its original
   * @throws CodedError `request.too-many`
   */
  prepareCopy(
    source: { text: string; copies: ReadonlyMap<string, string> },
    userId: string,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type DocumentReader = { audience: Audience; caller: DocumentCaller };

export function createDocuments(deps: {
  db: Knex;
  logger: Logger;
  scenes: Pick<SceneStore, 'settled'>;
  limits: Pick<RateLimits, 'consume' | 'consumeFrom'>;
  limitsMet: Pick<LimitsMet, 'record'>;
}): Documents {
  const { db, limits, scenes } = deps;
  const threads = new DocumentThreads(deps);
  const cache = new ByteCache(CACHE_BYTES);
  const turns = new HolderTurns({ limit: 'documents', most: DOCUMENT_TURNS, limitsMet: deps.limitsMet });
  const compact = shareRuns((compositionId) => compactScene(db, compositionId));

  const charge = async (bytes: number, { userId, ip }: DocumentCaller) => {
    if (bytes > CHARGED_FROM_BYTES) {
      const kilobytes = Math.ceil(bytes / 1_000);
      await limits.consumeFrom('document-bytes', ip, kilobytes);
      await limits.consume('document-bytes', userId ?? networkOf(ip), kilobytes);
    }
  };
  const read = async (key: string, reader: DocumentReader, findText: () => Promise<string | null>) => {
    const owner = ownerOf(reader.caller);
    const render = async () => {
      const text = await findText();
      return text === null ? null : threads.run({ kind: 'render', text, audience: reader.audience }, owner);
    };
    const bytes = await cache.get(`${reader.audience} ${key}`, () => turns.run(owner, render));
    if (bytes) {
      await charge(bytes.length, reader.caller);
    }
    return bytes;
  };

  return {
    settle: async (compositionId) => {
      // A request must not hold its turn for as long as edits cannot be stored.
      await withTimeout(SETTLE_WITHIN_MS, 'PostgreSQL', scenes.settled(compositionId));
      return compact(compositionId);
    },
    readScene: (id, revision, reader) =>
      read(`scene ${id} ${revision}`, reader, async () => (await findSceneText(db, id))?.text ?? null),
    readFixed: (source, id, reader) =>
      read(`${source} ${id}`, reader, () => findDocumentText(db, source, id)),
    prepareReplacement: async (compositionId, body, caller) => {
      await charge(body.length * REPLACE_FACTOR, caller);
      const owner = ownerOf(caller);
      const replacement = await turns.run(owner, async () => {
        const stored = existing(await loadScene(db, compositionId));
        return threads.run({ kind: 'replace', body, updates: stored.updates }, owner);
      });
      return accepted(replacement);
    },
    prepareRestoration: async ({ id, compositionId }, caller) => {
      const owner = ownerOf(caller);
      return turns.run(owner, async () => {
        const text = existing(await findDocumentText(db, 'version', id));
        await charge(text.length * REPLACE_FACTOR, caller);
        const stored = existing(await loadScene(db, compositionId));
        return threads.run({ kind: 'restore', text, updates: stored.updates }, owner);
      });
    },
    prepareComponent: async (item, body, caller) => {
      await charge(body.length * REPLACE_FACTOR, caller);
      const owner = ownerOf(caller);
      return accepted(await turns.run(owner, () => threads.run({ kind: 'component', body, item }, owner)));
    },
    prepareCopy: (source, userId) =>
      threads.run({ kind: 'copy', ...source }, { subject: 'user', holder: userId }),
    close: () => threads.close(),
  };
}

/** @throws CodedError for a body that was refused. */
function accepted<Result extends Replacement | ComponentBody>(
  result: Result,
): Exclude<Result, { outcome: 'malformed' | 'invalid' }> {
  switch (result.outcome) {
    case 'malformed':
      throw new CodedError('request.malformed');
    case 'invalid':
      throw new CodedError('request.invalid', { violations: result.violations });
    default:
      // Refused bodies have been thrown.
      return result as Exclude<Result, { outcome: 'malformed' | 'invalid' }>;
  }
}

function ownerOf({ userId, ip }: DocumentCaller): WorkOwner {
  return userId === null
    ? { subject: 'network', holder: networkOf(ip) }
    : { subject: 'user', holder: userId };
}
