// @module-tag full
import { KEPT } from '@diorama/shared/plans.ts';
import { saveCheckpoint } from '@diorama/shared/server/scenes/versions.queries.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';

const { trashedScenes, trashBytes, versionBytes } = KEPT.free;

describe('document retention', () => {
  const fixture = useWorkspace();
  const db = () => fixture.harness.db;
  /** Stores documents unchanged, so that their size is known. */
  beforeAll(async () => {
    for (const table of ['composition_documents', 'scene_versions']) {
      await db().raw(`alter table ${table} alter column document set storage external`);
    }
  });
  /** Gives a scene a document of so many bytes. */
  const fill = (scene: string, bytes: number) =>
    db().raw(
      `insert into composition_documents (composition_id, snapshot, document)
       select ?, '', jsonb_build_object('text', repeat('x', ?::int))
       on conflict (composition_id) do update set document = excluded.document`,
      [scene, bytes],
    );
  const documents = async () =>
    JSON.parse(
      (await fixture.callAs(fixture.owner, 'GET', `/api/accounts/${fixture.owner.accountId}/storage`)).text,
    ).documents;
  const trashed = () =>
    db()('compositions').where({ account_id: fixture.owner.accountId }).whereNotNull('deleted_at');

  it('limits the number of scenes in the trash and deletes the oldest first', async () => {
    const original = await fixture.createScene({ name: 'Original' });
    let first = '';
    for (let at = 0; at < trashedScenes + 10; at += 1) {
      const copy = await fixture.callAs(
        fixture.owner,
        'PATCH',
        `/api/compositions/clone/${idOf(original)}`,
        {},
      );
      first ||= String(copy.json.uuid);
      expect((await fixture.callAs(fixture.owner, 'DELETE', String(copy.json['@id']))).status).toBe(204);
    }
    const ids = (await trashed()).map(({ id }) => id);
    expect(ids).toHaveLength(trashedScenes);
    expect(ids).not.toContain(first);
  });

  it('limits the bytes of the trash, also for bulk deletions', async () => {
    const { accountId } = fixture.owner;
    await db().raw(
      `insert into compositions (id, account_id, name) select gen_random_uuid(), ?, 'S' from generate_series(1, 1000)`,
      [accountId],
    );
    const ids: string[] = await db()('compositions').where({ account_id: accountId, name: 'S' }).pluck('id');
    // The limit of the whole trash, in ten scenes.
    for (const id of ids.slice(0, 10)) {
      await fill(id, trashBytes / 8);
    }
    const compositions = ids.slice(0, 60).map((id) => `/api/compositions/${id}`);
    for (const chunk of [compositions.slice(0, 5), compositions.slice(5, 10)]) {
      const answer = await fixture.callAs(fixture.owner, 'POST', '/api/compositions/bulk', {
        action: 'delete',
        compositions: chunk,
      });
      expect(answer.status, answer.text).toBe(200);
      expect((await documents()).trash).toBeLessThanOrEqual(trashBytes);
    }
    expect((await trashed()).length).toBeLessThan(10);
    await db()('compositions')
      .where({ account_id: accountId, deleted_at: null })
      .update({ deleted_at: new Date() });
    const last = await fixture.createScene({ name: 'Last' });
    await fixture.callAs(fixture.owner, 'DELETE', last);
    expect((await trashed()).length).toBeLessThanOrEqual(trashedScenes);
  });

  it('limits the bytes of a scene’s versions and rejects a further named version with a reason', async () => {
    const scene = idOf(await fixture.createScene({ name: 'Versions' }));
    let refusal = '';
    for (let at = 0; at < 20 && refusal === ''; at += 1) {
      await fill(scene, versionBytes / 5);
      await db()('compositions')
        .where({ id: scene })
        .update({ revision: at + 10, nodes: 1 });
      await db()('scene_versions').where({ composition_id: scene }).update({ taken_at: '2020-01-01' });
      await db().transaction((trx) => saveCheckpoint(trx, scene));
      const named = await fixture.callAs(fixture.owner, 'POST', `/api/compositions/${scene}/versions`, {
        name: `v${at}`,
      });
      refusal = named.status === 422 ? named.text : '';
    }
    expect(refusal).toContain('25 MB');
    const { versions } = await documents();
    expect(versions).toBeGreaterThan(versionBytes / 2);
    expect(versions).toBeLessThan(2.5 * versionBytes);
  });

  it('stores a state once when an automatic version is then named', async () => {
    const scene = idOf(await fixture.createScene({ name: 'Once' }));
    await fill(scene, 1_000);
    await db()('compositions').where({ id: scene }).update({ nodes: 1 });
    await db().transaction((trx) => saveCheckpoint(trx, scene));
    const named = await fixture.callAs(fixture.owner, 'POST', `/api/compositions/${scene}/versions`, {
      name: 'Mine',
    });
    const rows = await db()('scene_versions').where({ composition_id: scene });
    expect(rows.map(({ id, name, automatic }) => [id, name, automatic])).toEqual([
      [named.json.uuid, 'Mine', false],
    ]);
  });
});
