import { parseDocument } from '@diorama/shared/scene/document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { sceneRoots, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { makePerson, makeScene, snapshotOf, type TestPerson } from '@diorama/stack/test/factories.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createDb, type Knex } from '../db/knex.ts';
import { appendUpdates, compactScene, loadScene, readStoredDocument } from './scene-log.queries.ts';

describe('the log of a scene', () => {
  const database = useDatabase();
  let person: TestPerson;
  let scene: string;
  let other: string;

  beforeAll(async () => {
    person = await makePerson(database.db);
    await database.db('accounts').where({ id: person.accountId }).update({ plan: 'starter' });
  });
  beforeEach(async () => {
    await database.db('outbox').delete();
    scene = await makeScene(database.db, person);
    other = await makeScene(database.db, person);
  });

  /** Update of a client that adds boxes. */
  const boxes = (...ids: string[]) =>
    snapshotOf({ nodes: Object.fromEntries(ids.map((id) => [id, { kind: 'box' }])) });
  const append = (compositionId: string, ...ids: string[]) =>
    appendUpdates(
      database.db,
      ids.map((id) => ({ compositionId, bytes: boxes(id), userId: person.userId })),
    );
  const readScene = async (id: string) => {
    const stored = (await readStoredDocument(database.db, id))?.document;
    return { stored, document: readStored(stored) };
  };
  const nodesOf = async (id: string) => Object.keys((await readScene(id)).document.nodes);
  const asked = async () =>
    (await database.db('outbox').where({ name: 'composition.edited' }).pluck('payload')).map(
      ({ compositionId }: { compositionId: string }) => compositionId,
    );
  const logOf = (id: string) => database.db('composition_updates').where({ composition_id: id }).pluck('seq');
  const lock = (trx: Knex, id: string) =>
    trx.raw('select 1 from composition_documents where composition_id = ? for no key update', [id]);

  it('requests one compaction for several updates', async () => {
    await append(scene, 'a', 'b');
    await append(scene, 'c');
    expect(await asked()).toEqual([scene]);
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(await logOf(scene)).toEqual([]);
  });

  it('keeps content of a newer release, and replaces characters that PostgreSQL cannot store', async () => {
    const ydoc = toYDoc(parseDocument({ nodes: { a: { kind: 'box' } } }));
    sceneRoots(ydoc).nodes.set('well', new Y.Map([['kind', 'well']]));
    sceneRoots(ydoc).scene.set('environment.moon', 'full');
    (sceneRoots(ydoc).nodes.get('a') as Y.Map<unknown>).set('name', 'One\0 \ud800');
    const bytes = Y.encodeStateAsUpdate(ydoc);
    await appendUpdates(database.db, [{ compositionId: scene, bytes, userId: null }]);
    const { document, stored } = await readScene(scene);
    expect(Object.keys(document.nodes)).toEqual(['a']);
    expect(stored).toMatchObject({
      environment: { moon: 'full', exposure: 1 },
      nodes: { well: { kind: 'well' }, a: { name: 'One \ufffd' } },
    });
  });

  it('accepts updates during a compaction and requests another one', async () => {
    await append(scene, 'a');
    await database.db('outbox').delete();
    await database.db.transaction(async (merging) => {
      await lock(merging, scene);
      // A lock conflict would block here for ever.
      await appendUpdates(database.db, [
        { compositionId: scene, bytes: boxes('b'), userId: null },
        { compositionId: other, bytes: boxes('x'), userId: null },
      ]);
    });
    expect((await asked()).toSorted()).toEqual([scene, other].toSorted());
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(['a', 'b']));
    expect(await nodesOf(other)).toEqual(['x']);
  });

  it('is read and merged without a lock, and updates meanwhile request another compaction', async () => {
    await append(scene, 'a');
    await database.db('outbox').delete();
    const writer = createDb(database.url, { name: 'merging', max: 1 });
    const statements: string[] = [];
    writer.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    let compacting: Promise<number | null> | undefined;
    await database.db.transaction(async (holding) => {
      await lock(holding, scene);
      compacting = compactScene(writer, scene);
      // All steps but the write precede the request of the lock.
      await expect.poll(() => statements.some((sql) => sql.includes('no key update'))).toBe(true);
      const before = statements.slice(0, statements.indexOf('BEGIN;')).join('\n');
      expect(before).toContain('u.bytes');
      await append(scene, 'b');
      await database.db('outbox').delete();
    });
    expect(await compacting).toBe(1);
    await writer.destroy();
    expect(await logOf(scene)).toHaveLength(1);
    expect(await asked()).toEqual([scene]);
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('is read in order as single rows, not as an array of bytes', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => `n${at}`);
    await append(scene, ...ids);
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    database.db.on('query', note);
    const loaded = await loadScene(database.db, scene);
    expect(loaded?.updates.slice(1).map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
      await database
        .db('composition_updates')
        .where({ composition_id: scene })
        .orderBy('seq')
        .pluck('bytes')
        .then((log: Buffer[]) => log.map((bytes) => bytes.toString('hex'))),
    );
    expect(loaded?.count).toBe(300);
    await compactScene(database.db, scene);
    database.db.off('query', note);
    expect(statements.filter((sql) => sql.includes('array_agg(bytes'))).toEqual([]);
    expect(statements.filter((sql) => sql.includes('array_agg(u.bytes'))).toEqual([]);
    expect((await loadScene(database.db, scene))?.count).toBe(300);
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(ids));
  });

  it('loses nothing when several compactions run during writes', async () => {
    const ids = Array.from({ length: 24 }, (_, at) => `n${at}`);
    await Promise.all(
      ids.map(async (id, at) => {
        await append(scene, id);
        if (at % 4 === 0) {
          await compactScene(database.db, scene);
        }
      }),
    );
    expect((await nodesOf(scene)).toSorted()).toEqual(ids.toSorted());
    expect(await logOf(scene)).toEqual([]);
  });
});
