import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { parseDocument } from '../../scene/document.ts';
import { toYDoc } from '../../scene/ydoc.ts';
import { createDb, type Knex } from './knex.ts';
import { createComposition } from './repositories/compositions.ts';
import { createPerson } from './repositories/people.ts';
import { appendUpdates, compactScene, readStoredDocument } from './scene-log.ts';

describe('the log of a scene', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Knex;
  let person: { userId: string; accountId: string };
  let scene: string;
  let other: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDb(database.url, { name: 'test', max: 10 });
    const profile = { email: 'ada@people.test', name: 'Ada', locale: 'en', passwordHash: 'none' };
    const made = await createPerson(db, { ...profile, isDemo: false, utm: null } as Parameters<
      typeof createPerson
    >[1]);
    if (!made) {
      throw new Error('The person was not made');
    }
    person = made;
    await db('accounts').where({ id: made.accountId }).update({ plan: 'starter' });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await db('outbox').delete();
    const snapshot = Y.encodeStateAsUpdate(toYDoc(parseDocument({})));
    const blank = { ...person, projectId: null, snapshot };
    scene = await createComposition(db, { ...blank, name: 'Scene' });
    other = await createComposition(db, { ...blank, name: 'Other' });
  });

  /** What somebody writes who adds a box. */
  const boxes = (...ids: string[]) => {
    const nodes = Object.fromEntries(ids.map((id) => [id, { kind: 'box' }]));
    return Y.encodeStateAsUpdate(toYDoc(parseDocument({ nodes })));
  };
  const append = (compositionId: string, ...ids: string[]) =>
    appendUpdates(
      db,
      ids.map((id) => ({ compositionId, bytes: boxes(id), userId: person.userId })),
    );
  const nodesOf = async (id: string) => Object.keys((await readStoredDocument(db, id))?.document.nodes ?? {});
  const asked = async () =>
    (await db('outbox').where({ name: 'composition.edited' }).pluck('payload')).map(
      ({ compositionId }: { compositionId: string }) => compositionId,
    );
  const logOf = (id: string) => db('composition_updates').where({ composition_id: id }).pluck('seq');
  const lock = (trx: Knex, id: string) =>
    trx.raw('select 1 from composition_documents where composition_id = ? for no key update', [id]);

  it('is asked to be merged once for all that comes until then', async () => {
    await append(scene, 'a', 'b');
    await append(scene, 'c');
    expect(await asked()).toEqual([scene]);
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(await logOf(scene)).toEqual([]);
  });

  it('takes what is written while it or another one is being merged, and asks again', async () => {
    await append(scene, 'a');
    await db('outbox').delete();
    await db.transaction(async (merging) => {
      await lock(merging, scene);
      // It would wait here for ever.
      await appendUpdates(db, [
        { compositionId: scene, bytes: boxes('b'), userId: null },
        { compositionId: other, bytes: boxes('x'), userId: null },
      ]);
    });
    expect((await asked()).toSorted()).toEqual([scene, other].toSorted());
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(['a', 'b']));
    expect(await nodesOf(other)).toEqual(['x']);
  });

  it('is not locked while it is read and merged, and what came meanwhile is asked for', async () => {
    await append(scene, 'a');
    await db('outbox').delete();
    const writer = createDb(database.url, { name: 'merging', max: 1 });
    const statements: string[] = [];
    writer.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    let compacting: Promise<number | null> | undefined;
    await db.transaction(async (holding) => {
      await lock(holding, scene);
      compacting = compactScene(writer, scene);
      // All but the write is done before it asks for the lock.
      await expect.poll(() => statements.some((sql) => sql.includes('no key update'))).toBe(true);
      const before = statements.slice(0, statements.indexOf('BEGIN;')).join('\n');
      expect(before).toContain('array_agg(bytes');
      await append(scene, 'b');
      await db('outbox').delete();
    });
    expect(await compacting).toBe(1);
    await writer.destroy();
    expect(await logOf(scene)).toHaveLength(1);
    expect(await asked()).toEqual([scene]);
    expect(await nodesOf(scene)).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('loses nothing when several merge it while others write', async () => {
    const ids = Array.from({ length: 24 }, (_, at) => `n${at}`);
    await Promise.all(
      ids.map(async (id, at) => {
        await append(scene, id);
        if (at % 4 === 0) {
          await compactScene(db, scene);
        }
      }),
    );
    expect((await nodesOf(scene)).toSorted()).toEqual(ids.toSorted());
    expect(await logOf(scene)).toEqual([]);
  });
});
