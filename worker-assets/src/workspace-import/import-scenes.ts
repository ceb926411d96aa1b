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
import { DocumentSpool } from './document-spool.ts';
import type { Target } from './import-files.ts';

/** Ids of the workspace by those of the archive. */
export type IdMaps = ArchivedIds & { projects: ReadonlyMap<string, string> };

export type SceneCounts = { added: number; known: number; published: number; versionsLeftOut: number };

/** Adds the scenes of an archive, each in one transaction. Scenes that are there already stay as they are. */
export async function importScenes(
  { db, tmpDir }: { db: Knex; tmpDir: string },
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
      counts.versionsLeftOut += await DocumentSpool.run(tmpDir, (spool) =>
        importScene(db, archive, { id, scene, target, ids, turn: counts.added, spool }),
      );
      counts.added += 1;
      counts.published += scene.isPublished ? 1 : 0;
    }
    await onProgress(((at + 1) / scenes.length) * 100);
  }
  return { counts, scenes: placed };
}

/**
 * Adds a scene. All of it is read before the workspace is locked, as its other work waits meanwhile.
 * @returns the number of named versions that the plan does not keep
 */
async function importScene(
  db: Knex,
  archive: ArchiveReader,
  {
    id,
    scene,
    target,
    ids,
    turn,
    spool,
  }: {
    id: string;
    scene: ArchivedScene;
    target: Target;
    ids: IdMaps;
    turn: number;
    /** Empty; for the documents of versions. */
    spool: DocumentSpool;
  },
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
  for (const version of scene.versions) {
    await spool.add(version.id, (await read(archivePaths.version(scene.id, version.id))).json);
  }
  return db.transaction(async (trx) => {
    await assertSceneCapacity(trx, accountId, 1);
    const projectId = (scene.project && ids.projects.get(scene.project)) ?? null;
    const row = { id, accountId, projectId, name: scene.name, userId: user.id };
    await insertComposition(trx, row, async () => snapshot);
    const tagNames = await ensureTags(trx, accountId, scene.tags, true);
    const category = SCENE_CATEGORIES.some(({ uuid }) => uuid === scene.category) ? scene.category : null;
    for (const [at, version] of scene.versions.entries()) {
      const document = await spool.read(version.id);
      await insertVersion(trx, { ...version, scene: id, document, user, turn: turn + at });
    }
    await describeScene(trx, id, { ...scene, category, tagNames, turn });
    await insertComments(trx, { id, comments: scene.comments, user }, ids.assets);
    return trimVersions(trx, id);
  });
}
