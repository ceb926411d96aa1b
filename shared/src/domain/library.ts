/** Library kinds by their name in addresses, with their value in rows. */
export const LIBRARY_KINDS = {
  models: 'model',
  materials: 'material',
  textures: 'texture',
  hdris: 'hdri',
  fonts: 'font',
  sounds: 'sound',
  components: 'component',
} as const;
export type LibraryShelf = keyof typeof LIBRARY_KINDS;
export type LibraryKind = (typeof LIBRARY_KINDS)[LibraryShelf];
export const LIBRARY_SHELVES = [
  'models',
  'materials',
  'textures',
  'hdris',
  'fonts',
  'sounds',
  'components',
] as const satisfies LibraryShelf[];

/** Shelf of a kind of library item; models without one. */
export function shelfOf(kind: LibraryKind | undefined): LibraryShelf {
  return LIBRARY_SHELVES.find((shelf) => LIBRARY_KINDS[shelf] === kind) ?? 'models';
}

/** Maximum number of items of each kind in a library. */
export const MAX_LIBRARY_ITEMS = 10_000;
/** Maximum number of versions of a component that a library keeps; the oldest ones go first. */
export const MAX_LIBRARY_VERSIONS = 50;

/** Increases when the seed content changes; each version is inserted into a database once. */
export const LIBRARY_SEED_VERSION = 3;

/** Workspace that owns the shared library. No user can sign in to it, and its storage counts for no quota. */
export const LIBRARY_ACCOUNT_ID = '01900000-0000-7000-8000-0000000001ff';
/** Owner of that workspace. */
export const LIBRARY_USER_ID = '01900000-0000-7000-8000-0000000001fe';

/** Categories of models in display order; the uuids are the same in every installation. */
export const MODEL_CATEGORIES = [
  { uuid: '01900000-0000-7000-8000-000000000201', key: 'seating' },
  { uuid: '01900000-0000-7000-8000-000000000202', key: 'tables' },
  { uuid: '01900000-0000-7000-8000-000000000203', key: 'storage' },
  { uuid: '01900000-0000-7000-8000-000000000204', key: 'lighting' },
  { uuid: '01900000-0000-7000-8000-000000000205', key: 'decoration' },
  { uuid: '01900000-0000-7000-8000-000000000206', key: 'plants' },
  { uuid: '01900000-0000-7000-8000-000000000207', key: 'architecture' },
  { uuid: '01900000-0000-7000-8000-000000000208', key: 'display' },
  { uuid: '01900000-0000-7000-8000-000000000209', key: 'shapes' },
  { uuid: '01900000-0000-7000-8000-00000000020a', key: 'otherModels' },
] as const;
export type ModelCategory = (typeof MODEL_CATEGORIES)[number]['key'];

/** Categories of materials, textures and skies. */
export const MATERIAL_CATEGORIES = [
  { uuid: '01900000-0000-7000-8000-000000000301', key: 'metal' },
  { uuid: '01900000-0000-7000-8000-000000000302', key: 'plastic' },
  { uuid: '01900000-0000-7000-8000-000000000303', key: 'wood' },
  { uuid: '01900000-0000-7000-8000-000000000304', key: 'stone' },
  { uuid: '01900000-0000-7000-8000-000000000305', key: 'glass' },
  { uuid: '01900000-0000-7000-8000-000000000306', key: 'fabric' },
  { uuid: '01900000-0000-7000-8000-000000000307', key: 'paint' },
  { uuid: '01900000-0000-7000-8000-000000000308', key: 'glow' },
  { uuid: '01900000-0000-7000-8000-000000000309', key: 'otherMaterials' },
] as const;
export type MaterialCategory = (typeof MATERIAL_CATEGORIES)[number]['key'];

/** The uuid of a category by its key. */
export function categoryIdOf(key: ModelCategory | MaterialCategory): string {
  const found = [...MODEL_CATEGORIES, ...MATERIAL_CATEGORIES].find((category) => category.key === key);
  if (!found) {
    throw new Error(`There is no category ${key}`);
  }
  return found.uuid;
}

/** Categories of a library kind; skies, fonts, sounds and components have none. */
export function categoriesOf(kind: LibraryKind): readonly { uuid: string; key: string }[] {
  const table: Record<LibraryKind, readonly { uuid: string; key: string }[]> = {
    model: MODEL_CATEGORIES,
    material: MATERIAL_CATEGORIES,
    texture: MATERIAL_CATEGORIES,
    hdri: [],
    font: [],
    sound: [],
    component: [],
  };
  return table[kind];
}
