import {
  type ArchivedScene,
  type ArchiveManifest,
  archivePaths,
} from '@diorama/shared/contract/workspace-archive.ts';
import { SCENE_CATEGORIES } from '@diorama/shared/domain/scene-categories.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { ArchivedIds } from '@diorama/shared/server/scenes/archived-document.ts';
import { insertComposition } from '@diorama/shared/server/scenes/composition-changes.ts';
import { assertSceneCapacity } from '@diorama/shared/server/scenes/scene-capacity.ts';
import { readArchivedDocumentInThread } from '@diorama/shared/server/scenes/scene-thread.ts';
import { ensureTags } from '@diorama/shared/server/scenes/tags.queries.ts';
import {
  describeScene,
  insertComments,
  insertVersion,
  placeScene,
  trimVersions,
} from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { readArchivedScene } from './check-archive.ts';
import type { Target } from './import-files.ts';

/** Documents of a scene's versions that are held in memory, in characters. */
const AHEAD_CHARACTERS = 64_000_000;

/** Ids of the workspace by those of the archive. */
export type IdMaps = ArchivedIds & { projects: ReadonlyMap<string, string> };

export type SceneCounts = { added: number; known: number; published: number; versionsLeftOut: number };

/** Adds the scenes of an archive, each in one transaction. Scenes that are there already stay as they are. */
export async function importScenes(
  db: Knex,
  archive: ArchiveReader,
  {
    scenes,
    target,
    ids,
    onProgress,
  }: {
    scenes: ArchiveManifest['scenes'];
    target: Target;
    ids: IdMaps;
    onProgress: (percent: number) => Promise<void>;
  },
): Promise<{ counts: SceneCounts; scenes: Map<string, string> }> {
  const counts: SceneCounts = { added: 0, known: 0, published: 0, versionsLeftOut: 0 };
  const placed = new Map<string, string>();
  for (const [at, listed] of scenes.entries()) {
    const { id, isHere } = await placeScene(db, target.accountId, listed.id);
    placed.set(listed.id, id);
    if (isHere) {
      counts.known += 1;
    } else {
      const scene = await readArchivedScene(archive, listed);
      counts.versionsLeftOut += await importScene(db, archive, {
        id,
        scene,
        target,
        ids,
        turn: counts.added,
      });
      counts.added += 1;
      counts.published += scene.isPublished ? 1 : 0;
    }
    await onProgress(((at + 1) / scenes.length) * 100);
  }
  return { counts, scenes: placed };
}

/**
 * Reads the documents of versions before the workspace is locked, as its other work waits meanwhile.
 * @returns them by id, as many as fit into memory
 */
async function readAhead(
  versions: ArchivedScene['versions'],
  read: (id: string) => Promise<string>,
): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  let left = AHEAD_CHARACTERS;
  for (const { id } of versions) {
    const document = await read(id);
    left -= document.length;
    documents.set(id, document);
    if (left <= 0) {
      break;
    }
  }
  return documents;
}

/** @returns the number of named versions that the plan does not keep */
async function importScene(
  db: Knex,
  archive: ArchiveReader,
  {
    id,
    scene,
    target,
    ids,
    turn,
  }: { id: string; scene: ArchivedScene; target: Target; ids: IdMaps; turn: number },
): Promise<number> {
  const { accountId, user } = target;
  const read = async (name: string) => {
    const document = await readArchivedDocumentInThread({
      text: await archive.readText(name),
      ids,
      salt: id,
    });
    if ('invalid' in document) {
      throw new Error(`${name} has changed since it was validated`);
    }
    return document;
  };
  const { snapshot } = await read(archivePaths.document(scene.id));
  const readVersion = async (version: string) => (await read(archivePaths.version(scene.id, version))).json;
  const ahead = await readAhead(scene.versions, readVersion);
  return db.transaction(async (trx) => {
    await assertSceneCapacity(trx, accountId, 1);
    const projectId = (scene.project && ids.projects.get(scene.project)) ?? null;
    const row = { id, accountId, projectId, name: scene.name, userId: user.id };
    await insertComposition(trx, row, async () => snapshot);
    const tagNames = await ensureTags(trx, accountId, scene.tags, true);
    const category = SCENE_CATEGORIES.some(({ uuid }) => uuid === scene.category) ? scene.category : null;
    for (const version of scene.versions) {
      const document = ahead.get(version.id) ?? (await readVersion(version.id));
      await insertVersion(trx, { ...version, scene: id, document, user, turn });
    }
    await describeScene(trx, id, { ...scene, category, tagNames, turn });
    await insertComments(trx, { id, comments: scene.comments, user }, ids.assets);
    return trimVersions(trx, id);
  });
}
