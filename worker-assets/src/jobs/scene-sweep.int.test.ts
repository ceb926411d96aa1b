import { makePerson, makeScene } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { describe, expect, it } from 'vitest';
import { sceneSweep } from './scene-sweep.ts';

const database = useDatabase();

describe('the sweep of scenes', () => {
  it('requests outputs and pictures that a killed process never requested, once', async () => {
    const { db } = database;
    const person = await makePerson(db);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const scene = async (values: object) => {
      const id = await makeScene(db, person);
      await db('compositions').where({ id }).update(values);
      return id;
    };
    const published = await scene({ status: 'published', updated_at: minutesAgo(1) });
    const edited = await scene({ revision: 3, thumbnail_revision: 2, updated_at: minutesAgo(30) });
    await scene({ revision: 3, thumbnail_revision: 3, updated_at: minutesAgo(30) });
    await scene({ revision: 3, thumbnail_revision: 2, updated_at: minutesAgo(1) });
    await scene({ revision: 3, thumbnail_revision: 2, updated_at: minutesAgo(180) });

    const sweep = () => sceneSweep({ db })({}, jobContext());
    expect(await sweep()).toEqual({ outputs: 1, pictures: 1 });
    expect(await db('scene_outputs').pluck('composition_id')).toEqual([published]);
    const rested = await db('outbox').where({ name: 'composition.rested' }).pluck('payload');
    // Two further scenes of the workspace were edited within ten minutes.
    expect(rested).toEqual([{ compositionId: edited, turn: 2 }]);
    expect((await sweep()).outputs).toBe(0);
  });

  it('gives the outputs of a workspace increasing turns', async () => {
    const { db } = database;
    const person = await makePerson(db);
    for (let count = 0; count < 3; count += 1) {
      const id = await makeScene(db, person);
      await db('compositions').where({ id }).update({ status: 'published' });
    }
    await sceneSweep({ db })({}, jobContext());
    const events = await db('outbox')
      .where({ name: 'output.requested' })
      .orderBy('id', 'desc')
      .limit(3)
      .pluck('payload');
    expect(events.map(({ turn = 0 }) => turn)).toEqual([2, 1, 0]);
  });
});
