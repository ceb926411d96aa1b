import { assetIdOf } from '../../scene/asset-references.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import type { MergedScene } from './merge-scene.ts';
import { mergeSceneInThread } from './scene-thread.ts';
import { saveCheckpoint, saveReplaced } from './versions.queries.ts';

/**
 * One update of a scene's live document, waiting to be stored. The state before an update that `replaces` the
 * whole scene is kept as a version.
 */
export type PendingUpdate = {
  compositionId: string;
  bytes: Uint8Array;
  userId: string | null;
  replaces?: boolean;
};

/** Document of a scene as stored by any release; `readStored` reads it. */
export type StoredDocument = { revision: number; document: unknown };

/**
 * Complete live document of a scene as Yjs updates in order; `count` is the number of updates ever appended
 * to it.
 */
export type StoredScene = { updates: Uint8Array[]; count: number };

/** Consistent read of a scene's snapshot and log. Null when there is no such scene. */
export async function loadScene(db: Knex, compositionId: string): Promise<StoredScene | null> {
  const { rows } = await db.raw<{ rows: { bytes: Buffer; merged_updates: number | null }[] }>(
    `select 0 as seq, snapshot as bytes, merged_updates from composition_documents where composition_id = :id
     union all select seq, bytes, null from composition_updates where composition_id = :id
     order by seq`,
    { id: compositionId },
  );
  const [first] = rows;
  if (!first || first.merged_updates === null) {
    return null;
  }
  return { updates: rows.map(({ bytes }) => bytes), count: first.merged_updates + rows.length - 1 };
}

/** Updates in the log of a scene, in order of appending. */
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

/**
 * Number of updates ever appended to each of the scenes, including merged ones; deleted scenes are left out.
 */
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
 * Appends updates of any number of scenes with one INSERT, and requests a compaction of each scene whose log
 * was empty. Updates of deleted scenes are dropped.
 * @returns the sequence numbers of the updates in the log, by scene.
 */
export async function appendUpdates(
  db: Knex,
  updates: readonly PendingUpdate[],
): Promise<Map<string, number[]>> {
  const ids = [...new Set(updates.map((update) => update.compositionId))].sort();
  return db.transaction(async (trx) => {
    // The share lock keeps a compaction from emptying the log between the query and the INSERT. It does not
    // wait: a scene that is being compacted counts as one without a log, so that it is compacted again.
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
 * Merges a scene's log into its snapshot, its JSON and its revision; does nothing when the log is empty.
 * Every reader of the JSON calls this first. Merging, which may take a while, holds no lock; after a
 * concurrent merge, it starts over.
 * @returns the new revision, or null when there is no such scene.
 */
export async function compactScene(db: Knex, compositionId: string): Promise<number | null> {
  for (;;) {
    const pending = await readPending(db, compositionId);
    if (!pending) {
      const row = await db('compositions').where({ id: compositionId }).first('revision');
      return row?.revision ?? null;
    }
    const merged = await mergeSceneInThread([pending.snapshot, ...pending.log]);
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
  /** Whether it begins with an update that replaces the scene, according to the database. */
  replaces: boolean;
  /** Whether it ends before such an update, so that the state in between is stored and can be kept. */
  isCut: boolean;
};

/** Pending updates at one moment, up to the next update that replaces the scene; null without any. */
async function readPending(db: Knex, compositionId: string): Promise<Pending | null> {
  type Row = { seq: number; bytes: Buffer; user_id: string | null; replaces: boolean; is_cut: boolean };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with cut as (
       select min(seq) as at from composition_updates where composition_id = :id and replaces
         and seq > (select min(seq) from composition_updates where composition_id = :id))
     select 0 as seq, snapshot as bytes, null::uuid as user_id, false as replaces, false as is_cut
     from composition_documents where composition_id = :id
       and exists (select 1 from composition_updates where composition_id = :id)
     union all
     select u.seq, u.bytes, u.user_id, u.replaces, cut.at is not null
     from composition_updates u cross join cut where u.composition_id = :id and (cut.at is null or u.seq < cut.at)
     order by seq`,
    { id: compositionId },
  );
  const [snapshot, ...log] = rows;
  const [first] = log;
  if (!snapshot || !first || snapshot.seq !== 0) {
    return null;
  }
  return {
    snapshot: snapshot.bytes,
    log: log.map(({ bytes }) => bytes),
    seqs: log.map(({ seq }) => seq),
    updatedBy: log.findLast(({ user_id }) => user_id !== null)?.user_id ?? null,
    replaces: log.some(({ replaces }) => replaces),
    isCut: first.is_cut,
  };
}

/** Size and age of a scene's unmerged updates, in milliseconds; null without any. */
export async function findBacklog(
  db: Knex,
  compositionId: string,
): Promise<{ updates: number; bytes: number; oldestMs: number; newestMs: number } | null> {
  type Row = { updates: number; bytes: number; oldest: number | null; newest: number };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select count(*) as updates, coalesce(sum(length(bytes)), 0)::float8 as bytes,
       (extract(epoch from clock_timestamp() - min(created_at)) * 1000)::float8 as oldest,
       (extract(epoch from clock_timestamp() - max(created_at)) * 1000)::float8 as newest
     from composition_updates where composition_id = ?`,
    [compositionId],
  );
  const row = rows[0];
  return row && row.oldest !== null
    ? { updates: row.updates, bytes: row.bytes, oldestMs: row.oldest, newestMs: row.newest }
    : null;
}

/** Stores the merged state, and requests another compaction if more updates arrived meanwhile. */
async function writeMerged(
  trx: Knex.Transaction,
  compositionId: string,
  { pending, merged }: { pending: Pending; merged: MergedScene },
): Promise<number | null | 'outrun'> {
  await trx.raw('select 1 from composition_documents where composition_id = ? for no key update', [
    compositionId,
  ]);
  const { rows: left } = await trx.raw<{ rows: unknown[] }>(
    'select 1 from composition_updates where composition_id = ? and seq = any (?::bigint[])',
    [compositionId, pending.seqs],
  );
  if (left.length < pending.seqs.length) {
    // A concurrent compaction merged them into a snapshot that this one has not read.
    return 'outrun';
  }
  await (pending.replaces ? saveReplaced : saveCheckpoint)(trx, compositionId);
  await writeDocument(trx, compositionId, { ...merged, count: pending.seqs.length });
  await trx.raw('delete from composition_updates where composition_id = ? and seq = any (?::bigint[])', [
    compositionId,
    pending.seqs,
  ]);
  if (await hasLog(trx, compositionId)) {
    await recordEvent(trx, { name: 'composition.edited', payload: { compositionId } });
  }
  const { nodes, tour } = merged;
  const triangles = merged.triangles + (await trianglesOfFiles(trx, compositionId, merged.files));
  return raiseRevision(trx, compositionId, { nodes, triangles, tour, updatedBy: pending.updatedBy });
}

/** The stored document and its revision, after merging pending updates. Null when there is no such scene. */
export async function readStoredDocument(db: Knex, compositionId: string): Promise<StoredDocument | null> {
  await compactScene(db, compositionId);
  const { rows } = await db.raw<{ rows: StoredDocument[] }>(
    `select c.revision, d.document from composition_documents d join compositions c on c.id = d.composition_id
     where d.composition_id = ?`,
    [compositionId],
  );
  return rows[0] ?? null;
}

/** Inserts the first document of a new scene with its numbers of nodes and triangles. */
export async function createDocument(trx: Knex, compositionId: string, snapshot: Uint8Array): Promise<void> {
  const { json, nodes, triangles, files, tour } = await mergeSceneInThread([snapshot]);
  await trx('composition_documents').insert({
    composition_id: compositionId,
    snapshot: Buffer.from(snapshot),
    document: json,
  });
  const ofFiles = await trianglesOfFiles(trx, compositionId, files);
  await trx('compositions')
    .where({ id: compositionId })
    .update({ nodes, triangles: Math.round(triangles + ofFiles), tour });
}

async function hasLog(db: Knex, compositionId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    'select 1 from composition_updates where composition_id = ? limit 1',
    [compositionId],
  );
  return rows.length > 0;
}

async function writeDocument(
  trx: Knex,
  compositionId: string,
  merged: { snapshot: Uint8Array; json: string; count: number },
): Promise<void> {
  await trx('composition_documents')
    .where({ composition_id: compositionId })
    .update({
      snapshot: Buffer.from(merged.snapshot),
      document: merged.json,
      merged_updates: trx.raw('merged_updates + ?', [merged.count]),
    });
}

/** Triangles of all nodes that show files; the trigger of the stored document has recorded the files. */
async function trianglesOfFiles(
  trx: Knex,
  compositionId: string,
  files: MergedScene['files'],
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string; triangles: number | null }[] }>(
    `select s.id, (s.extra ->> 'triangles')::integer as triangles
     from composition_assets e join assets s on s.id = e.asset_id and s.deleted_at is null
     where e.composition_id = ? and e.update_seq is null and e.output_id is null and e.version_id is null`,
    [compositionId],
  );
  const known = new Map(rows.map((row) => [row.id, row.triangles ?? 0]));
  return files.reduce((sum, [iri, nodes]) => sum + nodes * (known.get(assetIdOf(iri)) ?? 0), 0);
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
