import { ASSET_TYPE } from '../../contract/assets.ts';
import { invalidField } from '../../contract/errors.ts';
import { LIBRARY_ACCOUNT_ID, type LibraryKind, MAX_LIBRARY_ITEMS } from '../../domain/library.ts';
import type { Language } from '../../i18n/t.ts';
import type { Material } from '../../scene/document.ts';
import { assertRowRoom } from '../db/assert-row-room.ts';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import type { AssetExtra } from './assets.queries.ts';
import { requestItemPicture } from './item-pictures.queries.ts';
import { dropUpload, lockAssetsForUpdate } from './pictures.queries.ts';

/** Metadata of a library item; absent keys stay as they are. */
export type LibraryChange = {
  name?: string;
  description?: string | null;
  category_id?: string | null;
  tags?: string[];
  credit?: { author: string; licence?: string | null | undefined; url?: string | null | undefined } | null;
  is_published?: boolean;
  material?: Material;
};

/** A new library item. */
export type NewLibraryItem = LibraryChange & {
  kind: LibraryKind;
  accountId: string;
  userId: string;
  name: string;
  assetId: string | null;
};

const FILE_TYPES: Record<LibraryKind, number | null> = {
  model: ASSET_TYPE.model,
  texture: ASSET_TYPE.texture,
  hdri: ASSET_TYPE.hdri,
  font: ASSET_TYPE.font,
  sound: ASSET_TYPE.sound,
  material: null,
  component: null,
};

/**
 * Adds an item to a library and requests its thumbnail.
 * @returns its id.
 * @throws CodedError `request.invalid` for a file of another workspace or kind, or one that has an item
 * already, and for a library with {@link MAX_LIBRARY_ITEMS}
 */
export async function createLibraryItem(db: Knex, item: NewLibraryItem): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    if (item.assetId !== null) {
      await assertFile(trx, item, item.assetId);
    }
    await assertLibraryRoom(trx, item);
    await trx('library_items').insert({
      id,
      kind: item.kind,
      account_id: item.accountId,
      asset_id: item.assetId,
      created_by: item.userId,
      name: item.name,
      ...columnsOf(item),
    });
    if (item.material) {
      await requestItemPicture(trx, 'library.material-saved', id);
    }
  });
  return id;
}

/** @throws CodedError `request.invalid` for a library with the maximum number of items of this kind */
export async function assertLibraryRoom(
  trx: Knex,
  { accountId, kind }: { accountId: string; kind: LibraryKind },
): Promise<void> {
  await assertRowRoom(trx, {
    table: 'library_items',
    where: { account_id: accountId, kind },
    most: MAX_LIBRARY_ITEMS,
    field: 'name',
    code: 'library.item-limit',
  });
}

/**
 * Updates a library item. Changed values of a material request a new thumbnail, and textures that were
 * uploaded for it and are not used any more are deleted.
 */
export async function updateLibraryItem(db: Knex, id: string, change: LibraryChange): Promise<void> {
  await transact(db, async (trx) => {
    await lockMaps(trx, id);
    const before = await trx('library_items').where({ id }).forUpdate().first(MAP_COLUMNS);
    await trx('library_items')
      .where({ id })
      .update({ ...columnsOf(change), updated_at: trx.fn.now() });
    if (change.material) {
      await requestItemPicture(trx, 'library.material-saved', id);
      await dropMaps(trx, before);
    }
  });
}

/**
 * Removes an item from a library, with all its versions. Files stay, as scenes may use them; textures uploaded for a
 * material are deleted where nothing else uses them.
 */
export async function removeLibraryItem(db: Knex, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const named = await lockMaps(trx, id);
    const [removed]: ItemMaps[] = await trx('library_items').where({ id }).delete(MAP_COLUMNS);
    await dropMaps(trx, removed && { ...removed, map_ids: [...removed.map_ids, ...named] });
  });
}

/** A material, or the newest version of a component, whose thumbnail is to be rendered. */
export async function findLibraryPicture(
  db: Knex,
  id: string,
): Promise<{ accountId: string; material: unknown; document: unknown } | null> {
  const row = await db('library_items as i')
    .leftJoin('library_versions as v', 'v.item_id', 'i.id')
    .where('i.id', id)
    .whereIn('i.kind', ['material', 'component'])
    .orderBy('v.number', 'desc')
    .first('i.account_id', 'i.material', 'v.document');
  return row ? { accountId: row.account_id, material: row.material, document: row.document } : null;
}

/** Stores the thumbnail of an item. */
export async function attachLibraryThumbnail(trx: Knex, id: string, thumbnail: string): Promise<void> {
  await trx('library_items').where({ id }).update({ thumbnail_object: thumbnail, updated_at: trx.fn.now() });
}

/** Requests the seed items of this version, once per database. */
export async function requestLibrarySeeds(db: Knex, version: number): Promise<void> {
  await db.transaction(async (trx) => {
    const fresh = await trx('library_seeds')
      .insert({ version })
      .onConflict('version')
      .ignore()
      .returning('version');
    if (fresh.length > 0) {
      await recordEvent(trx, { name: 'library.requested', payload: { version } });
    }
  });
}

/** A built-in library item; its key and ids are the same in every installation. */
export type LibrarySeed = {
  id: string;
  key: string;
  kind: LibraryKind;
  position: number;
  name: string;
  /** Names in other languages. */
  names: Partial<Record<Language, string>>;
  description: string | null;
  categoryId: string | null;
  tags: readonly string[];
  thumbnail: string | null;
  credit: { author: string; licence: string; url: string | null };
  material: Material | null;
  file: {
    id: string;
    type: number;
    name: string;
    size: number;
    main: string;
    mobile: string | null;
    extra: AssetExtra;
  } | null;
};

/** Inserts or updates a built-in item; changes by operators are kept. */
export async function putLibrarySeed(trx: Knex, seed: LibrarySeed): Promise<void> {
  const { file } = seed;
  if (file) {
    const values = {
      main_object: file.main,
      mobile_object: file.mobile,
      thumbnail_object: seed.thumbnail,
      size: file.size,
      extra: JSON.stringify(file.extra),
    };
    await trx('assets')
      .insert({
        id: file.id,
        account_id: LIBRARY_ACCOUNT_ID,
        type: file.type,
        upload_type: 'library',
        name: file.name,
        status: 'ready',
        progress: 100,
        ...values,
      })
      .onConflict('id')
      .merge(values);
  }
  const values = {
    material: seed.material === null ? null : JSON.stringify(seed.material),
    thumbnail_object: seed.thumbnail,
    position: seed.position,
  };
  await trx('library_items')
    .insert({
      id: seed.id,
      seed_key: seed.key,
      kind: seed.kind,
      account_id: LIBRARY_ACCOUNT_ID,
      asset_id: file?.id ?? null,
      name: seed.name,
      names: JSON.stringify(seed.names),
      description: seed.description,
      category_id: seed.categoryId,
      tags: [...seed.tags],
      credit_author: seed.credit.author,
      credit_licence: seed.credit.licence,
      credit_url: seed.credit.url,
      ...values,
    })
    .onConflict('id')
    .merge(values);
}

type ItemMaps = { account_id: string; map_ids: string[] };
const MAP_COLUMNS: (keyof ItemMaps)[] = ['account_id', 'map_ids'];

/** Locks files before the items that use them. @returns those of all versions of a component */
async function lockMaps(trx: Knex, id: string): Promise<string[]> {
  const item: ItemMaps | undefined = await trx('library_items').where({ id }).first(MAP_COLUMNS);
  const versions: { asset_ids: string[] }[] = await trx('library_versions')
    .where({ item_id: id })
    .select('asset_ids');
  const ids = [...new Set(versions.flatMap(({ asset_ids }) => asset_ids))];
  await lockAssetsForUpdate(trx, { ids: [...(item?.map_ids ?? []), ...ids] });
  return ids;
}

/** Deletes textures of a material that were uploaded for it and are not used any more; others stay. */
async function dropMaps(trx: Knex, item: ItemMaps | undefined): Promise<void> {
  if (item === undefined) {
    return;
  }
  const own: { id: string }[] = await trx('assets')
    .whereIn('id', item.map_ids)
    .where({ account_id: item.account_id })
    .orderBy('id')
    .select('id');
  for (const { id } of own) {
    await dropUpload(trx, 'material', id);
  }
}

async function assertFile(trx: Knex, item: NewLibraryItem, assetId: string): Promise<void> {
  const file = await trx('assets')
    .where({ id: assetId, account_id: item.accountId, deleted_at: null })
    .first('type');
  if (file?.type !== FILE_TYPES[item.kind]) {
    throw invalidField('asset', 'library.asset.unknown');
  }
  const known = await trx('library_items').where({ asset_id: assetId }).first('id');
  if (known) {
    throw invalidField('asset', 'library.asset.taken');
  }
}

function columnsOf({ credit, material, ...plain }: LibraryChange): Record<string, unknown> {
  const { name, description, category_id, tags, is_published } = plain;
  const fields = { name, description, category_id, tags, is_published };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    // Translations belong to the replaced name.
    ...(name !== undefined && { names: '{}' }),
    ...(material && { material: JSON.stringify(material) }),
    ...(credit !== undefined && {
      credit_author: credit?.author ?? null,
      credit_licence: credit?.licence ?? null,
      credit_url: credit?.url ?? null,
    }),
  };
}
