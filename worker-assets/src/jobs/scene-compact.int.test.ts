import { JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { makePerson, makeScene, snapshotOf } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { sceneCompact } from './scene-compact.ts';

const database = useDatabase();

describe('the update log of a scene', () => {
  it('is compacted after a pause, a long wait or too many updates', async () => {
    const { db } = database;
    const compositionId = await makeScene(db, await makePerson(db));
    const bytes = snapshotOf({ nodes: { box: { kind: 'box' } } });
    const log = () => db('composition_updates').where({ composition_id: compositionId });
    // Without an event, no other worker merges the log.
    const write = async (ages: number[], content: Uint8Array = bytes) => {
      await log().delete();
      await db('composition_updates').insert(
        ages.map((age) => ({
          composition_id: compositionId,
          bytes: Buffer.from(content),
          created_at: db.raw('now() - make_interval(secs => ?)', [age]),
        })),
      );
    };
    const compact = () => sceneCompact({ db })({ compositionId }, jobContext());
    // In the future, so that the entry counts as recent for the whole test.
    await write([10, -3_000]);
    await expect(compact()).rejects.toThrow(JobPostponedError);
    expect(await log()).toHaveLength(2);

    await write([40, -3_000]);
    expect((await compact()).revision).toBe(1);
    await write([5, 5]);
    expect((await compact()).revision).toBe(2);
    await write(Array(2_000).fill(-3_000));
    expect((await compact()).revision).toBe(3);
    const large = new Y.Doc();
    large.getMap('scene').set('notes', 'x'.repeat(2_500_000));
    await write([-3_000], Y.encodeStateAsUpdate(large));
    expect((await compact()).revision).toBe(4);
    expect(await log()).toEqual([]);
  });
});
