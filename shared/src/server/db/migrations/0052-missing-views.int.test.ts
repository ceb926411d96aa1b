import { makePerson, makeScene } from '@diorama/stack/test/factories.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { expect, it } from 'vitest';
import { uuidv7 } from '../../ids.ts';
import { missingViews } from './0052-missing-views.ts';

const database = useDatabase();

it('has the large pictures of kept views drawn for published scenes that have none, and for no others', async () => {
  const { db } = database;
  const person = await makePerson(db);
  const publish = async (kind: string, more: object = {}) => {
    const id = await makeScene(db, person);
    const output = uuidv7();
    const document = JSON.stringify({ nodes: { one: { kind } } });
    await db('scene_outputs').insert({
      ...{ id: output, composition_id: id, revision: 1, status: 'completed', document },
      ...more,
    });
    await db('compositions').where({ id }).update({ published_output_id: output });
    return output;
  };
  const missing = await publish('camera');
  await publish('box');
  await publish('camera', { carousel_hd_objects: [uuidv7()] });
  await publish('camera', { status: 'failed' });
  await db('outbox').delete();
  await db.transaction((trx) => missingViews.up(trx));
  expect(await db('outbox').select('name', 'payload')).toEqual([
    { name: 'output.completed', payload: { outputId: missing } },
  ]);
});
