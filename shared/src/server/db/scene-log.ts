import * as Y from 'yjs';
import { tourOf } from '../../scene/annotations.ts';
import { assetIdOf } from '../../scene/asset-references.ts';
import { countScene } from '../../scene/stats.ts';
import { toStored } from '../../scene/stored.ts';
import { applyUpdates, readDocument, sceneRoots } from '../../scene/ydoc.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import { recordEvent } from './outbox.ts';
import { keepCheckpoint, keepReplaced } from './repositories/versions.ts';
import { toStorable } from './storable.ts';

/**
 * One update of a scene's live document, waiting to be stored. What stands in the log before one that `replaces` the whole
 * scene is kept as a version.
 */
export type PendingUpdate = {
  compositionId: string;
  bytes: Uint8Array;
  userId: string | null;
  replaces?: boolean;
};

/** The document of a scene as it was stored, whichever release did; `readStored` reads it. */
export type StoredDocument = { revision: number; document: unknown };

/** The whole live document of a scene as Yjs updates in their order; `count` is that of all that were ever appended to it. */
export type StoredScene = { updates: Uint8Array[]; count: number };

/** A scene's snapshot and log in one. Null when there is no such scene. */
export async function loadScene(db: Knex, compositionId: string): Promise<StoredScene | null> {
  const { rows } = await db.raw<{
    rows: { snapshot: Buffer; merged_updates: number; log: Buffer[] | null }[];
  }>(
    `select d.snapshot, d.merged_updates,
            (select array_agg(u.bytes order by u.seq) from composition_updates u where u.composition_id = d.composition_id) as log
     from composition_documents d where d.composition_id = ?`,
    [compositionId],
  );
  const row = rows[0];
  if (!row) {
    return null;
  }
  const log = row.log ?? [];
  return { updates: [row.snapshot, ...log], count: row.merged_updates + log.length };
}

/** Those of a scene's updates that still stand in its log, in the order in which they were appended. */
export async function readUpdates(
  db: Knex,
  compositionId: string,
  seqs: readonly number[],
): Promise<Uint8Array[]> {
  const { rows } = await db.raw<{ rows: { bytes: Buffer }[] }>(
    'select bytes from composition_updates where composition_id = ? and seq = any (?::bigint[]) order by seq',
    [compositionId, [...seqs]],
  );
  return rows.map((row) => row.bytes);
}

/** How many updates were ever appended to each of the scenes, merged ones too; scenes that are gone are left out. */
export async function countUpdates(
  db: Knex,
  compositionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { composition_id: string; updates: number }[] }>(
    `select d.composition_id, d.merged_updates +
       (select count(*) from composition_updates u where u.composition_id = d.composition_id) as updates
     from composition_documents d where d.composition_id = any (?::uuid[])`,
    [[...compositionIds]],
  );
  return new Map(rows.map((row) => [row.composition_id, row.updates]));
}

/**
 * Appends updates of any number of scenes with one INSERT, and asks for a compaction of each scene whose log
 * was empty. Updates of scenes that are gone are dropped.
 * @returns the numbers that the updates have in the log, by scene.
 */
export async function appendUpdates(
  db: Knex,
  updates: readonly PendingUpdate[],
): Promise<Map<string, number[]>> {
  const ids = [...new Set(updates.map((update) => update.compositionId))].sort();
  return db.transaction(async (trx) => {
    // The share lock keeps a compaction from emptying the log between the question and the INSERT. Nobody waits for it: a
    // scene that is being compacted at this moment counts as one without a log, so that it is compacted once more.
    const { rows: scenes } = await trx.raw<{ rows: { composition_id: string; has_log: boolean }[] }>(
      `with free as materialized (
         select composition_id from composition_documents where composition_id = any (:ids::uuid[])
         order by composition_id for share skip locked)
       select composition_id, composition_id in (select composition_id from free)
         and exists (select 1 from composition_updates u where u.composition_id = d.composition_id) as has_log
       from composition_documents d where composition_id = any (:ids::uuid[])`,
      { ids },
    );
    const known = new Set(scenes.map((scene) => scene.composition_id));
    const wanted = updates.filter((update) => known.has(update.compositionId));
    if (wanted.length === 0) {
      return new Map();
    }
    const rows: { composition_id: string; seq: number }[] = await trx('composition_updates')
      .insert(
        wanted.map(({ compositionId, bytes, userId, replaces = false }) => ({
          composition_id: compositionId,
          bytes: Buffer.from(bytes),
          user_id: userId,
          replaces,
        })),
      )
      .returning(['composition_id', 'seq']);
    for (const { composition_id: compositionId, has_log: hasLog } of scenes) {
      if (!hasLog) {
        await recordEvent(trx, { name: 'composition.edited', payload: { compositionId } });
      }
    }
    const byScene = Map.groupBy(rows, (row) => row.composition_id);
    return new Map([...byScene].map(([id, own]) => [id, own.map(({ seq }) => seq)]));
  });
}

/**
 * Merges a scene's log into its snapshot, its JSON and its revision; does nothing when the log is empty. Everybody who reads
 * the JSON calls this first. Merging, which may take a while, holds no lock; if somebody else has merged meanwhile, it
 * begins anew.
 * @returns the revision after it, or null when there is no such scene.
 */
export async function compactScene(db: Knex, compositionId: string): Promise<number | null> {
  for (;;) {
    const pending = await readPending(db, compositionId);
    if (!pending) {
      const row = await db('compositions').where({ id: compositionId }).first('revision');
      return row?.revision ?? null;
    }
    const merged = mergeScene(pending.snapshot, pending.log);
    const written = await db.transaction((trx) => writeMerged(trx, compositionId, { pending, merged }));
    if (written !== 'outrun' && !pending.isCut) {
      return written;
    }
  }
}

type Pending = {
  snapshot: Buffer;
  log: Buffer[];
  seqs: number[];
  updatedBy: string | null;
  /** Whether it begins with an update that replaces the scene, as it stands in the database. */
  replaces: boolean;
  /** Whether it ends before such a one, so that the state between is stored and can be kept. */
  isCut: boolean;
};
type Merged = ReturnType<typeof mergeScene>;

/** What is to be merged, as it was at one moment, up to the next update that replaces the scene; null when nothing is. */
async function readPending(db: Knex, compositionId: string): Promise<Pending | null> {
  const { rows } = await db.raw<{ rows: Pending[] }>(
    `select d.snapshot, u.log, u.seqs, u.updated_by as "updatedBy", u.replaces, cut.at is not null as "isCut"
     from composition_documents d cross join lateral (
       select min(seq) as at from composition_updates where composition_id = d.composition_id and replaces
         and seq > (select min(seq) from composition_updates where composition_id = d.composition_id)) cut
     cross join lateral (
       select array_agg(bytes order by seq) as log, array_agg(seq::float8 order by seq) as seqs,
         (array_agg(user_id order by seq desc) filter (where user_id is not null))[1] as updated_by,
         bool_or(replaces) as replaces
       from composition_updates where composition_id = d.composition_id and (cut.at is null or seq < cut.at)) u
     where d.composition_id = ? and u.seqs is not null`,
    [compositionId],
  );
  return rows[0] ?? null;
}

/** How much of a scene waits to be merged, and for how long it has, in milliseconds; null when nothing does. */
export async function findBacklog(
  db: Knex,
  compositionId: string,
): Promise<{ bytes: number; oldestMs: number; newestMs: number } | null> {
  const { rows } = await db.raw<{ rows: { bytes: number; oldest: number | null; newest: number }[] }>(
    `select coalesce(sum(length(bytes)), 0)::float8 as bytes,
       (extract(epoch from clock_timestamp() - min(created_at)) * 1000)::float8 as oldest,
       (extract(epoch from clock_timestamp() - max(created_at)) * 1000)::float8 as newest
     from composition_updates where composition_id = ?`,
    [compositionId],
  );
  const row = rows[0];
  return row && row.oldest !== null ? { bytes: row.bytes, oldestMs: row.oldest, newestMs: row.newest } : null;
}

/** Writes what was merged, and asks for the next time if more has come meanwhile. */
async function writeMerged(
  trx: Knex.Transaction,
  compositionId: string,
  { pending, merged }: { pending: Pending; merged: Merged },
): Promise<number | null | 'outrun'> {
  await trx.raw('select 1 from composition_documents where composition_id = ? for no key update', [
    compositionId,
  ]);
  const { rows: left } = await trx.raw<{ rows: unknown[] }>(
    'select 1 from composition_updates where composition_id = ? and seq = any (?::bigint[])',
    [compositionId, pending.seqs],
  );
  if (left.length < pending.seqs.length) {
    // Another one merged them, into a snapshot that this one has not seen.
    return 'outrun';
  }
  await (pending.replaces ? keepReplaced : keepCheckpoint)(trx, compositionId);
  await writeDocument(trx, compositionId, { ...merged, count: pending.seqs.length });
  await trx.raw('delete from composition_updates where composition_id = ? and seq = any (?::bigint[])', [
    compositionId,
    pending.seqs,
  ]);
  if (await hasLog(trx, compositionId)) {
    await recordEvent(trx, { name: 'composition.edited', payload: { compositionId } });
  }
  const stats = countScene(merged.document, await trianglesOf(trx, compositionId));
  const tour = tourOf(merged.document).map(({ id }) => id);
  return raiseRevision(trx, compositionId, { ...stats, tour, updatedBy: pending.updatedBy });
}

/** The stored document and its revision, after merging what is pending. Null when there is no such scene. */
export async function readStoredDocument(db: Knex, compositionId: string): Promise<StoredDocument | null> {
  await compactScene(db, compositionId);
  const { rows } = await db.raw<{ rows: StoredDocument[] }>(
    `select c.revision, d.document from composition_documents d join compositions c on c.id = d.composition_id
     where d.composition_id = ?`,
    [compositionId],
  );
  return rows[0] ?? null;
}

/** Writes the first document of a new scene. */
export async function createDocument(trx: Knex, compositionId: string, snapshot: Uint8Array): Promise<void> {
  const { stored } = mergeScene(snapshot, []);
  await trx('composition_documents').insert({
    composition_id: compositionId,
    snapshot: Buffer.from(snapshot),
    document: toStorable(stored),
  });
}

async function hasLog(db: Knex, compositionId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    'select 1 from composition_updates where composition_id = ? limit 1',
    [compositionId],
  );
  return rows.length > 0;
}

function mergeScene(snapshot: Uint8Array, log: readonly Uint8Array[]) {
  const ydoc = new Y.Doc();
  sceneRoots(ydoc);
  applyUpdates(ydoc, [snapshot, ...log]);
  // Encoding the applied document drops what was deleted.
  const document = readDocument(ydoc);
  const merged = { snapshot: Y.encodeStateAsUpdate(ydoc), document, stored: toStored(ydoc, document) };
  ydoc.destroy();
  return merged;
}

async function writeDocument(
  trx: Knex,
  compositionId: string,
  merged: { snapshot: Uint8Array; stored: object; count: number },
): Promise<void> {
  await trx('composition_documents')
    .where({ composition_id: compositionId })
    .update({
      snapshot: Buffer.from(merged.snapshot),
      document: toStorable(merged.stored),
      merged_updates: trx.raw('merged_updates + ?', [merged.count]),
    });
}

/** How many triangles each model has that the stored document uses. */
async function trianglesOf(trx: Knex, compositionId: string): Promise<(iri: string) => number | undefined> {
  const { rows } = await trx.raw<{ rows: { id: string; triangles: number | null }[] }>(
    `select s.id, (s.extra ->> 'triangles')::integer as triangles
     from composition_assets e join assets s on s.id = e.asset_id and s.deleted_at is null
     where e.composition_id = ? and e.update_seq is null and e.output_id is null and e.version_id is null`,
    [compositionId],
  );
  const known = new Map(rows.map((row) => [row.id, row.triangles ?? undefined]));
  return (iri) => known.get(assetIdOf(iri));
}

async function raiseRevision(
  trx: Knex,
  compositionId: string,
  change: { nodes: number; triangles: number; tour: string[]; updatedBy: string | null },
): Promise<number | null> {
  const { rows } = await trx.raw<{ rows: { revision: number; account_id: string }[] }>(
    `update compositions set revision = revision + 1, nodes = ?, triangles = ?, tour = ?, updated_at = now(),
       updated_by = coalesce(?, updated_by)
     where id = ? returning revision, account_id`,
    [change.nodes, Math.round(change.triangles), change.tour, change.updatedBy, compositionId],
  );
  const row = rows[0];
  if (!row) {
    return null;
  }
  await recordLive(trx, {
    topic: 'composition',
    id: compositionId,
    type: 'updated',
    accountId: row.account_id,
  });
  return row.revision;
}
