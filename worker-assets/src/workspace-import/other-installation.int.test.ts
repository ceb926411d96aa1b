// @module-tag full
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { canonicalJson } from '@diorama/shared/domain/canonical-json.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { expect, test } from 'vitest';
import { type Transfers, useTransfers } from './test/transfer-fixture.ts';
import { addMaterial, expectSameWorkspace, makeWorkspace, unpack } from './test/whole-workspace.ts';

const SCENES = 200;
const DESCRIBED = SCENES / 10;
/** Tables with ids of rows that an archive holds. */
const TABLES = ['users', 'accounts', 'compositions', 'scene_versions', 'comments', 'projects', 'assets'];

const here = useTransfers();
const there = useTransfers();

/** The ids of all rows of an installation, besides those of every installation. */
async function idsOf({ db }: Transfers): Promise<string[]> {
  const ids = await Promise.all(TABLES.map((table) => db(table).pluck('id')));
  return ids.flat();
}

test('a workspace moves completely to another installation', async () => {
  const everywhere = new Set(await idsOf(there));
  const source = await makeWorkspace(here, { count: SCENES, seed: 5, plan: 'enterprise' });
  await here.db('accounts').where({ id: source.accountId }).update({ unit: 'inch', industry: 'film' });
  await addMaterial(here.db, source);
  const archive = await here.exportOf(source);
  const target = await there.makeOwner('target', 'enterprise');
  const done = await there.importInto(target, archive);
  expect(done.status, JSON.stringify(done.error)).toBe('completed');
  expect(inEnglish(done.report)).toEqual([
    `${SCENES} scenes added`,
    `${DESCRIBED} scenes were published before. Publish them again here.`,
    '2 files added',
    '1 library item added',
    '1 person was invited by email',
    'Settings were applied because the workspace had no scenes',
  ]);
  const [before, after] = [unpack(archive), unpack(await there.exportOf(target))];
  expect(before.scenes.size).toBe(SCENES);
  expectSameWorkspace(before, after);
  const scenes = [...after.scenes.values()];
  expect(scenes.filter(({ versions }) => versions.length > 0)).toHaveLength(DESCRIBED);
  expect(scenes.flatMap(({ scene }) => scene.comments)).toHaveLength(2 * DESCRIBED);
  expect(scenes.filter(({ scene }) => scene.project !== null && scene.tags.length > 0)).toHaveLength(
    DESCRIBED,
  );

  // No document names a row of the first installation, and each file that it names is there.
  const former = (await idsOf(here)).filter((id) => !everywhere.has(id));
  const files = new Map(after.manifest.assets.map(({ id, file }) => [id, file]));
  for (const { document, versions } of scenes) {
    for (const text of [document, ...versions]) {
      const content: unknown = JSON.parse(text);
      expect(canonicalJson(content)).toBe(text);
      expect(former.filter((id) => text.includes(id))).toEqual([]);
      expect(assetReferences(content).filter((iri) => !files.has(assetIdOf(iri)))).toEqual([]);
    }
  }
  for (const [id, sha256] of files) {
    const { key } = await there
      .db('objects as o')
      .join('assets as a', 'a.original_object', 'o.id')
      .where('a.id', id)
      .first('o.key');
    const bytes = await buffer((await there.store.get(key)).stream);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});
