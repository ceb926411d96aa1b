import {
  type ArchivedLibraryItem,
  type ArchiveManifest,
  archivePaths,
} from '@diorama/shared/contract/workspace-archive.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import { choosePicture } from '@diorama/shared/server/assets/pictures.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { ArchivedIds } from '@diorama/shared/server/scenes/archived-document.ts';
import { findUsage } from '@diorama/shared/server/scenes/compositions.queries.ts';
import { importTags } from '@diorama/shared/server/scenes/tags.queries.ts';
import { updateWorkspace } from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import {
  attachToScenes,
  type ComponentVersionToInsert,
  ensureProjects,
  insertArchivedItem,
  insertComponentVersions,
} from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { importedAssetId, mapIds } from './asset-ids.ts';
import { type CheckedArchive, readComponentVersion } from './check-archive.ts';
import type { Target } from './import-files.ts';
import { invitePeople } from './import-people.ts';
import { importScenes, type SceneCounts } from './import-scenes.ts';

type Deps = { db: Knex; publicUrl: string; tmpDir: string };

/** Adds everything of an archive except its files, which are there. @returns a report for the user */
export async function importContents(
  deps: Deps,
  archive: ArchiveReader,
  {
    checked,
    target,
    onProgress,
  }: { checked: CheckedArchive; target: Target; onProgress: (percent: number) => Promise<void> },
): Promise<{ report: ImportMessage[]; scenes: number }> {
  const { db } = deps;
  const { manifest } = checked;
  const { accountId, user } = target;
  const ids = await mapIds(db, accountId, checked);
  const { assets } = ids;
  const isEmpty = (await findUsage(db, accountId))?.scenes === 0;
  if (isEmpty) {
    // Before the first scene, as a run after a kill finds scenes.
    await applySettings(db, manifest, { accountId, ids: assets });
  }
  const projects = await db.transaction(async (trx) => {
    await importTags(trx, accountId, manifest.tags);
    return ensureProjects(trx, { accountId, userId: user.id }, manifest.projects);
  });
  const { counts, scenes } = await importScenes(deps, archive, {
    scenes: manifest.scenes,
    target,
    ids: { ...ids, projects },
    onProgress,
  });
  await attachToScenes(
    db,
    accountId,
    manifest.assets.flatMap(({ id, scene }) => {
      const pair = { asset: assets.get(id), scene: scene === null ? undefined : scenes.get(scene) };
      return pair.asset !== undefined && pair.scene !== undefined
        ? [{ asset: pair.asset, scene: pair.scene }]
        : [];
    }),
  );
  await restoreForms(db, manifest, { accountId, ids: assets });
  const library = await importLibrary(db, archive, { items: manifest.library, target, ids });
  const people = await invitePeople(deps, { people: manifest.people, places: { scenes, projects }, target });
  const files = countFiles(manifest, { importId: target.importId, ids: assets });
  return { report: reportOf({ counts, files, library, people, isEmpty }), scenes: counts.added };
}

/** Shows originals where the source did. */
async function restoreForms(
  db: Knex,
  { assets }: ArchiveManifest,
  { accountId, ids }: { accountId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  for (const { id, showsOriginal } of assets) {
    const own = ids.get(id);
    if (showsOriginal && own !== undefined) {
      await requestOriginal(db, { id: own, account_id: accountId }, true);
    }
  }
}

/** @returns the number of new items */
async function importLibrary(
  db: Knex,
  archive: ArchiveReader,
  { items, target, ids }: { items: ArchiveManifest['library']; target: Target; ids: ArchivedIds },
): Promise<number> {
  const owner = { accountId: target.accountId, userId: target.user.id };
  let added = 0;
  for (const { versions, ...item } of items) {
    const asset = item.asset === null ? null : ids.assets.get(item.asset);
    const isComponent = item.kind === 'component';
    // An item needs its file, a material its values, and a component its versions.
    if (
      asset === undefined ||
      (asset === null) !== (item.kind === 'material' || isComponent) ||
      isComponent !== versions.length > 0
    ) {
      continue;
    }
    const id = isComponent ? (ids.items.get(item.id) ?? null) : null;
    const documents = await readVersions(archive, { item: item.id, versions, ids });
    // Others lock the workspace before an item, so that a conflict is possible.
    const isNew = await transact(db, async (trx) => {
      const material = withAssets(item.material, ids.assets);
      const isAdded = await insertArchivedItem(trx, owner, { ...item, id, asset, material });
      if (isAdded && id !== null) {
        await insertComponentVersions(trx, { item: id, ...owner }, documents);
      }
      return isAdded;
    });
    added += isNew ? 1 : 0;
  }
  return added;
}

async function readVersions(
  archive: ArchiveReader,
  { item, versions, ids }: { item: string; versions: ArchivedLibraryItem['versions']; ids: ArchivedIds },
): Promise<ComponentVersionToInsert[]> {
  const read: ComponentVersionToInsert[] = [];
  for (const version of versions) {
    const name = archivePaths.component(item, version.number);
    read.push({ ...version, document: await readComponentVersion(archive, name, ids) });
  }
  return read;
}

/** A material that names the workspace's textures; others are removed. */
function withAssets<Material extends { maps: object } | null>(
  material: Material,
  ids: ReadonlyMap<string, string>,
): Material {
  if (material === null) {
    return material;
  }
  const maps = Object.entries(material.maps).map(([name, iri]) => {
    const id = typeof iri === 'string' ? ids.get(iri.slice(iri.lastIndexOf('/') + 1)) : undefined;
    return [name, id === undefined ? null : `/api/assets/${id}`];
  });
  return { ...material, maps: Object.fromEntries(maps) };
}

/** Unit, language, industry, logo and mark. The name of the workspace stays. */
async function applySettings(
  db: Knex,
  { settings }: ArchiveManifest,
  { accountId, ids }: { accountId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const { industry, unit, locale } = settings;
  const plan = (await findUsage(db, accountId))?.plan ?? 'free';
  const ownFile = async (source: string | null) => {
    const id = source === null ? undefined : ids.get(source);
    const own = { id, account_id: accountId, deleted_at: null };
    return id === undefined ? undefined : db('assets').where(own).first('id', 'original_object');
  };
  const watermark = await ownFile(settings.watermark);
  const logo = await ownFile(settings.logo);
  await transact(db, (trx) =>
    updateWorkspace(trx, accountId, {
      industry,
      unit,
      ...(LOCALE.test(locale) && { locale }),
      ...(PLANS[plan].features.customWatermark && watermark && { watermark_asset: watermark.id }),
    }),
  );
  if (logo) {
    await transact(db, (trx) =>
      choosePicture(trx, { table: 'accounts', id: accountId }, logo.original_object),
    );
  }
}

function countFiles(
  { assets, missing }: ArchiveManifest,
  { importId, ids }: { importId: string; ids: ReadonlyMap<string, string> },
) {
  const here = assets.filter(({ id }) => ids.has(id));
  const added = here.filter(({ id }) => ids.get(id) === importedAssetId(importId, id)).length;
  return { added, known: here.length - added, leftOut: assets.length - here.length, missing: missing.length };
}

const LOCALE = /^(en|es)(-[A-Za-z0-9]{1,8})*$/;

type Counts = {
  counts: SceneCounts;
  files: ReturnType<typeof countFiles>;
  library: number;
  people: { invited: number; leftOut: number };
  isEmpty: boolean;
};

function reportOf({ counts, files, library, people, isEmpty }: Counts): ImportMessage[] {
  const lines = [
    [counts.added, 'workspace.scenes'],
    [counts.known, 'workspace.scenes-known'],
    [counts.published, 'workspace.scenes-published'],
    [files.added, 'workspace.files'],
    [files.known, 'workspace.files-known'],
    [files.leftOut, 'workspace.files-left-out'],
    [files.missing, 'workspace.files-missing'],
    [counts.versionsLeftOut, 'workspace.versions-left-out'],
    [library, 'workspace.library'],
    [people.invited, 'workspace.people'],
    [people.leftOut, 'workspace.people-left-out'],
  ] as const;
  const report = lines.flatMap(([count, code]) => (count > 0 ? [importMessage(code, { count })] : []));
  return isEmpty ? [...report, importMessage('workspace.settings')] : report;
}
