import type { ArchivedScene, ArchiveManifest } from '@diorama/shared/contract/workspace-archive.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { ANY_SOUND, anyDocument } from '@diorama/shared/scene/test/any-document.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { appendUpdates, compactScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { createVersion } from '@diorama/shared/server/scenes/versions.queries.ts';
import { makeScene, snapshotOf, type TestPerson } from '@diorama/stack/test/factories.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import { wavFile } from '../../test/sound-files.ts';
import type { Transfers } from './transfer-fixture.ts';

/** Scenes to one that has a version, comments, a project and a tag. */
const EACH_SCENES = 10;

/** A workspace with everything that an archive can hold. */
export async function makeWorkspace(
  transfers: Transfers,
  { count, seed = 3, plan }: { count: number; seed?: number; plan?: string },
): Promise<TestPerson> {
  const { db } = transfers;
  const owner = await transfers.makeOwner('owner', plan);
  const picture = await transfers.addFile(owner, { body: ONE_PIXEL, name: 'wood.png', type: 0 });
  const sound = await transfers.addFile(owner, { body: Buffer.from(wavFile(1)), name: 'hum.wav', type: 12 });
  const [project] = await db('projects')
    .insert({
      id: db.raw('gen_random_uuid()'),
      account_id: owner.accountId,
      name: 'House',
      name_key: 'house',
    })
    .returning('id');
  const sample = JSON.stringify(fc.sample(anyDocument, { numRuns: count, seed }));
  const documents: SceneDocument[] = JSON.parse(sample.replaceAll(ANY_SOUND, `/api/assets/${sound}`));
  for (const [at, random] of documents.entries()) {
    const document = {
      ...random,
      materials: { ...random.materials, textured: { maps: { color: `/api/assets/${picture}` } } },
    };
    const id = await makeScene(db, owner, { name: `Scene ${at}`, document });
    if (at % EACH_SCENES === 0) {
      await describeScene(db, owner, { id, project: project.id });
    }
  }
  return owner;
}

/** A version, comments, a project, a tag and sharing. */
async function describeScene(
  db: Knex,
  owner: TestPerson,
  { id, project }: { id: string; project: string },
): Promise<void> {
  const annotated = { nodes: { note: { kind: 'annotation', name: 'Here', props: { order: 'a0' } } } };
  const update = { compositionId: id, bytes: snapshotOf(annotated), userId: owner.userId };
  await db.transaction((trx) => createVersion(trx, id, { name: 'First', userId: owner.userId }));
  await appendUpdates(db, [update]);
  await compactScene(db, id);
  await db('compositions')
    .where({ id })
    .update({
      project_id: project,
      tags: ['Red'],
      description: 'A house',
      extra: JSON.stringify({ a: 1 }),
      sharing: JSON.stringify({ license: 'cc-by' }),
      status: 'published',
    });
  await db('tags')
    .insert({
      id: db.raw('gen_random_uuid()'),
      account_id: owner.accountId,
      name: 'Red',
      name_key: 'red',
      color: 'red',
    })
    .onConflict(['account_id', 'name_key'])
    .ignore();
  const comment = (more: object) => ({
    id: db.raw('gen_random_uuid()'),
    composition_id: id,
    account_id: owner.accountId,
    ...more,
  });
  const anchor = { node: null, position: [1, 2, 3], normal: null, surface: null, camera: null };
  const [thread] = await db('comments')
    .insert(
      comment({
        author_id: owner.userId,
        text: 'Too dark',
        anchor: JSON.stringify(anchor),
        resolved_at: new Date(),
      }),
    )
    .returning('id');
  await db('comments').insert(comment({ visitor_name: 'Eve', text: 'Yes\nit is', parent_id: thread.id }));
}

/** A material of the library, with a texture of the workspace. */
export async function addMaterial(db: Knex, owner: TestPerson): Promise<void> {
  const texture = await db('assets').where({ account_id: owner.accountId }).first('id');
  const material = { name: 'Oak', maps: { color: `/api/assets/${texture.id}` } };
  await db('library_items').insert({
    id: db.raw('gen_random_uuid()'),
    kind: 'material',
    account_id: owner.accountId,
    material: JSON.stringify(material),
    name: 'Oak',
  });
}

/** An archive with its texts, by the names of its scenes. */
export type Unpacked = {
  manifest: ArchiveManifest;
  scenes: Map<string, { scene: ArchivedScene; document: string; versions: string[] }>;
};

export function unpack(archive: Buffer): Unpacked {
  const files = unzipSync(archive);
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  const manifest: ArchiveManifest = JSON.parse(text('manifest.json'));
  const scenes = manifest.scenes.map(({ id }) => {
    const scene: ArchivedScene = JSON.parse(text(`scenes/${id}/scene.json`));
    const document = text(`scenes/${id}/document.json`);
    const versions = scene.versions.map((version) => text(`scenes/${id}/versions/${version.id}.json`));
    return [scene.name, { scene, document, versions }] as const;
  });
  return { manifest, scenes: new Map(scenes) };
}

/** Replaces the ids of one archive's assets by their names, which both archives share. */
function byName({ manifest }: Unpacked, text: string): string {
  return manifest.assets.reduce((known, { id, name }) => known.replaceAll(id, name), text);
}

/** Checks that a workspace has all that the other one has, besides its ids. */
export function expectSameWorkspace(before: Unpacked, after: Unpacked): void {
  expect([...after.scenes.keys()].sort()).toEqual([...before.scenes.keys()].sort());
  for (const [name, { scene, document, versions }] of before.scenes) {
    const copy = after.scenes.get(name);
    expect(byName(after, copy?.document ?? '')).toBe(byName(before, document));
    expect(copy?.versions.map((version) => byName(after, version))).toEqual(
      versions.map((version) => byName(before, version)),
    );
    expect(comparable(after, copy?.scene)).toEqual(comparable(before, scene));
  }
  expect(settingsOf(after)).toEqual(settingsOf(before));
}

/** A scene without what differs between installations. */
function comparable({ manifest }: Unpacked, scene: ArchivedScene | undefined) {
  const {
    id: _id,
    createdBy: _by,
    document: _sum,
    versions,
    comments,
    ...rest
  } = scene ?? ({} as ArchivedScene);
  const textOf = new Map(comments?.map(({ id, text }) => [id, text]));
  return {
    ...rest,
    isPublished: false,
    project: manifest.projects.find(({ id }) => id === rest.project)?.name,
    versions: versions?.map(({ id: _version, file: _file, author: _author, ...version }) => version),
    comments: comments?.map(({ id: _comment, parent, author, ...comment }) => ({
      ...comment,
      author: author.name,
      answers: parent === null ? null : textOf.get(parent),
    })),
  };
}

function settingsOf({ manifest: { settings, tags, projects, library, assets } }: Unpacked) {
  return {
    ...settings,
    name: null,
    tags,
    projects: projects.map(({ name }) => name),
    library: library.map(({ name, material }) => [name, { ...material, maps: null }]),
    files: assets.map(({ name, file, size, type }) => [name, file, size, type]),
  };
}
