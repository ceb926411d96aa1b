import { randomBytes } from 'node:crypto';
import { makePerson, makeScene, type TestPerson } from '@diorama/stack/test/factories.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Knex } from '../db/knex.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { claimOrphans } from '../storage/storage-sweep.queries.ts';
import {
  completeOptionOutput,
  KEPT_BYTES,
  MOST_WAITING,
  requestOptionOutput,
  shareOptionOutput,
  useOptionOutput,
} from './option-outputs.queries.ts';
import { requestOutput } from './request-output.queries.ts';
import { completeOutput, findOutputWork } from './scene-outputs.queries.ts';

describe('combinations of choices', () => {
  const database = useDatabase();
  let person: TestPerson;
  beforeEach(async () => {
    person = await makePerson(database.db);
  });

  const storedObject = async (size: number) => {
    const id = uuidv7();
    const { accountId: account_id } = person;
    const sha256 = randomBytes(32);
    await database
      .db('objects')
      .insert({ id, account_id, sha256, key: id, size, content_type: 'model/gltf-binary' });
    return id;
  };
  const publish = async (compositionId: string, owner = person) => {
    const subject = { compositionId, accountId: owner.accountId, userId: owner.userId };
    const outputId = await requestOutput(database.db, {
      ...subject,
      ...{ revision: 0, text: '{}', sourceObject: null },
    });
    const work = await findOutputWork(database.db, outputId);
    const [glb, mobile, usdz, thumbnail] = await Promise.all([1, 2, 3, 4].map(storedObject));
    if (!work || !glb || !mobile || !usdz || !thumbnail) {
      throw new Error('The output was not requested');
    }
    const stats = { triangles: 0, drawCalls: 0, textures: 0, dropped: 0 };
    await database.db.transaction((trx) =>
      completeOutput(trx, work, { glb, mobile, ar: null, usdz, thumbnail, stats }),
    );
    return outputId;
  };
  const request = (outputId: string, choices: string, db: Knex = database.db) =>
    requestOptionOutput(db, { outputId, accountId: person.accountId, choices });
  /** Completes a combination whose three files have this many bytes together. */
  const complete = async (outputId: string, choices: string, bytes: number) => {
    await request(outputId, choices);
    const { id = '' } = (await useOptionOutput(database.db, outputId, choices)) ?? {};
    const [glb, ar, usdz] = [await storedObject(bytes - 2), await storedObject(1), await storedObject(1)];
    const made = { id, outputId, accountId: person.accountId, digest: choices };
    await database.db.transaction((trx) => completeOptionOutput(trx, made, { glb, ar, usdz }));
    return id;
  };
  /** Requests a combination, and completes it with files of this digest that exist. */
  const share = async (
    outputId: string,
    { choices, digest }: { choices: string; digest: string },
    owner = person,
  ) => {
    const { accountId } = owner;
    await requestOptionOutput(database.db, { outputId, accountId, choices });
    const { id = '' } = (await useOptionOutput(database.db, outputId, choices)) ?? {};
    const combination = { id, outputId, accountId, digest };
    return database.db.transaction((trx) => shareOptionOutput(trx, combination));
  };
  const held = (holder_id: string | undefined) =>
    database
      .db('object_refs')
      .where({ held_by: 'option_outputs', holder_id })
      .orderBy('place')
      .pluck('object_id');
  const kept = (outputId: string) =>
    database.db('option_outputs').where({ output_id: outputId }).orderBy('choices').pluck('choices');

  it('that are waiting or failed are deleted at the next publication and not requested again', async () => {
    const scene = await makeScene(database.db, person);
    const before = await publish(scene);
    await request(before, 'color=blue');
    await request(before, 'color=red');
    await database.db('option_outputs').where({ choices: 'color=red' }).update({ status: 'failed' });
    const after = await publish(scene);
    expect(await kept(before)).toEqual([]);
    expect(await request(before, 'color=green')).toBe(true);
    expect(await kept(before)).toEqual([]);
    await complete(after, 'color=red', 1_000);
    expect(await kept(after)).toEqual(['color=red']);
  });

  it('share files with equal ones of the workspace, whose objects stay while needed', async () => {
    const scene = await makeScene(database.db, person);
    const before = await publish(scene);
    const first = await complete(before, 'color=red', 1_000);
    const objects = await held(first);
    const after = await publish(scene);
    expect(await kept(before)).toEqual(['color=red']);
    expect(await share(after, { choices: 'color=red', digest: 'color=red' })).toBe(true);
    expect(await share(after, { choices: 'color=red&legs=none', digest: 'color=red' })).toBe(true);
    expect(await share(after, { choices: 'color=blue', digest: 'color=blue' })).toBe(false);
    const second = await useOptionOutput(database.db, after, 'color=red');
    expect(second?.status).toBe('completed');
    await database.db('scene_outputs').where({ id: before }).delete();
    expect(await held(first)).toEqual([]);
    expect(await held(second?.id)).toEqual(objects);
    await database.db('objects').update({ created_at: new Date(0) });
    await database.db.transaction(claimOrphans);
    expect(await database.db('objects').whereIn('id', objects).pluck('id')).toHaveLength(3);
  });

  it('never share files of another workspace or deleted files', async () => {
    const output = await publish(await makeScene(database.db, person));
    await complete(output, 'color=red', 1_000);
    const other = await makePerson(database.db);
    const foreign = await publish(await makeScene(database.db, other), other);
    expect(await share(foreign, { choices: 'color=red', digest: 'color=red' }, other)).toBe(false);
    await database.db('option_outputs').where({ output_id: output }).update({ usdz_object: null });
    expect(await share(output, { choices: 'color=blue', digest: 'color=red' })).toBe(false);
  });

  it('count shared files once', async () => {
    const output = await publish(await makeScene(database.db, person));
    const large = 0.6 * KEPT_BYTES;
    await complete(output, 'color=red', large);
    await share(output, { choices: 'legs=none', digest: 'color=red' });
    expect(await kept(output)).toEqual(['color=red', 'legs=none']);
    await complete(output, 'color=blue', large);
    expect(await kept(output)).toEqual(['color=blue']);
  });

  it('have a byte limit per workspace, beyond which the least recently used are deleted', async () => {
    const [chair, table] = [await makeScene(database.db, person), await makeScene(database.db, person)];
    const [one, two] = [await publish(chair), await publish(table)];
    const half = KEPT_BYTES / 2;
    await complete(one, 'color=a', half);
    await complete(two, 'color=b', half);
    await database
      .db('option_outputs')
      .where({ choices: 'color=b' })
      .update({ used_at: new Date(0) });
    expect([await kept(one), await kept(two)]).toEqual([['color=a'], ['color=b']]);
    await complete(one, 'color=c', half);
    expect([await kept(one), await kept(two)]).toEqual([['color=a', 'color=c'], []]);
    await complete(two, 'color=d', KEPT_BYTES + 1);
    expect([await kept(one), await kept(two)]).toEqual([[], ['color=d']]);
  });

  it('are limited in waiting number per workspace, also when requested at once', async () => {
    const outputId = await publish(await makeScene(database.db, person));
    for (let at = 1; at < MOST_WAITING; at += 1) {
      expect(await request(outputId, `color=${at}`)).toBe(true);
    }
    const waiting = async () => {
      const { rows } = await database.db.raw<{ rows: { count: string }[] }>(
        `select count(*) from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return Number(rows[0]?.count);
    };
    const [first, second] = await database.db.transaction(async (trx) => {
      const made = await request(outputId, 'color=first', trx);
      const other = request(outputId, 'color=second');
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      return [made, other];
    });
    expect([first, await second]).toEqual([true, false]);
    expect(await kept(outputId)).toHaveLength(MOST_WAITING);
  });
});
