import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { type Person, useHarness } from '../test/harness.ts';
import { createSceneStore } from './scene-store.ts';

describe('the scene store', () => {
  const harness = useHarness();
  let owner: Person;
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
  });

  const createScene = async () =>
    String((await harness.call('POST', '/api/compositions', { token: owner.token, body: {} })).json.uuid);
  const bytes = Y.encodeStateAsUpdate(new Y.Doc());
  const logOf = async (id: string) =>
    harness.db('composition_updates').where({ composition_id: id }).orderBy('seq').select('seq', 'bytes');

  it('does not delay a scene because of steady edits to another', async () => {
    const { db, scenes } = harness.deps;
    const [busy, quiet] = [await createScene(), await createScene()];
    let isWriting = true;
    const write = () => {
      if (isWriting) {
        scenes.append({ compositionId: busy, bytes, userId: null });
        setTimeout(write, 1);
      }
    };
    write();
    try {
      await scenes.settled(quiet);
      scenes.append({ compositionId: quiet, bytes, userId: null });
      await scenes.settled(quiet);
      expect(await db('composition_updates').where({ composition_id: quiet })).toHaveLength(1);
      await scenes.settled(busy);
      await scenes.flush();
      const { status } = await harness.call('GET', `/api/compositions/${busy}/document`, {
        token: owner.token,
      });
      expect([status, isWriting]).toEqual([200, true]);
    } finally {
      isWriting = false;
    }
  });

  it('commits in the order of the appends and reports the log numbers', async () => {
    const { db, logger } = harness.deps;
    const scenes = createSceneStore({ db, logger });
    const id = await createScene();
    const told: number[] = [];
    scenes.onCommit((seqs) => told.push(...(seqs.get(id) ?? [])));
    // Too much for one statement.
    const large = Array.from({ length: 6 }, (_, at) => new Uint8Array(1_500_000).fill(at));
    for (const update of large) {
      scenes.append({ compositionId: id, bytes: update, userId: null });
    }
    await scenes.settled(id);
    const log = await logOf(id);
    expect(log.map(({ seq }) => seq)).toEqual(told);
    expect(log.map((row) => row.bytes[0])).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('drops edits of a scene that no longer exists', async () => {
    const { scenes } = harness.deps;
    const gone = uuidv7();
    scenes.append({ compositionId: gone, bytes, userId: null });
    await scenes.settled(gone);
    expect(await logOf(gone)).toEqual([]);
  });
});
