import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { categoryIdOf, type MaterialCategory, type ModelCategory } from '@diorama/shared/domain/library.ts';
import { material as materialSchema } from '@diorama/shared/scene/material.ts';
import type { LibrarySeed } from '@diorama/shared/server/assets/library-changes.ts';
import { checkFont } from '../import/check-font.ts';
import { describeModel } from '../import/describe-model.ts';
import { createGltfIo, type GltfIo } from '../output/gltf-io.ts';
import { CATALOGUE, type LibraryCatalogue } from './catalogue.ts';

/** Folder of the models, textures and skies. */
const FILES = join(import.meta.dirname, 'files');
/** Folder of the thumbnails; `draw-pictures.ts` draws those of models and materials. */
export const PICTURES = join(import.meta.dirname, 'pictures');

const CREDIT = { author: 'Diorama', licence: 'CC0 1.0', url: null } as const;
const { resolve } = createRequire(import.meta.url);

type Dependencies = {
  /** Stores a file of the library. @returns its object. */
  keep: (body: Buffer, contentType: string) => Promise<string>;
  signal: AbortSignal;
};
type Seed<Kind extends keyof LibraryCatalogue> = LibraryCatalogue[Kind][number];
type Unplaced = Omit<LibrarySeed, 'position'>;

/** Reads all bundled items, and stores their files. */
export async function makeSeeds(
  { keep, signal }: Dependencies,
  { textures, materials, skies, models, fonts }: LibraryCatalogue = CATALOGUE,
): Promise<LibrarySeed[]> {
  const io = await createGltfIo();
  const makers = [
    ...textures.map((seed) => () => makeFile(seed, { kind: 'texture', contentType: 'image/webp', keep })),
    ...materials.map((seed) => () => makeMaterial(seed, keep)),
    ...skies.map((seed) => () => makeFile(seed, { kind: 'hdri', contentType: 'image/vnd.radiance', keep })),
    ...models.map((seed) => () => makeModel(seed, io, keep)),
    ...fonts.map((seed) => () => makeFont(seed, keep)),
  ];
  const seeds: LibrarySeed[] = [];
  for (const [position, make] of makers.entries()) {
    signal.throwIfAborted();
    seeds.push({ ...(await make()), position });
  }
  return seeds;
}

/** A texture or sky. */
async function makeFile(
  seed: Seed<'textures' | 'skies'>,
  { kind, contentType, keep }: Pick<Dependencies, 'keep'> & { kind: 'texture' | 'hdri'; contentType: string },
): Promise<Unplaced> {
  const name = `${seed.key}.${kind === 'texture' ? 'webp' : 'hdr'}`;
  const file = await readLibraryFile(name);
  return {
    ...detailsOf(seed, kind),
    thumbnail: await storePicture(seed, keep),
    material: null,
    file: {
      id: fileIdOf(seed),
      type: ASSET_TYPE[kind],
      name,
      size: file.length,
      main: await keep(file, contentType),
      mobile: null,
      extra: {},
    },
  };
}

async function makeModel(seed: Seed<'models'>, io: GltfIo, keep: Dependencies['keep']): Promise<Unplaced> {
  const type = 'model/gltf-binary';
  const file = await readLibraryFile(`${seed.key}.glb`);
  const mobile = seed.mobile ? await readLibraryFile(`${seed.key}.mobile.glb`) : file;
  return {
    ...detailsOf(seed, 'model'),
    thumbnail: await storePicture(seed, keep),
    material: null,
    file: {
      id: fileIdOf(seed),
      type: ASSET_TYPE.model,
      name: `${seed.key}.glb`,
      size: file.length,
      main: await keep(file, type),
      mobile: await keep(mobile, type),
      extra: describeModel(await io.readGlb(file)),
    },
  };
}

async function makeFont(seed: Seed<'fonts'>, keep: Dependencies['keep']): Promise<Unplaced> {
  const path = resolve(seed.file);
  const { main, mimeType, thumbnail } = await checkFont(path, () => undefined);
  const file = Buffer.from(main ?? (await readFile(path)));
  return {
    ...detailsOf(seed, 'font'),
    credit: seed.credit,
    thumbnail: await keep(Buffer.from(thumbnail), 'image/webp'),
    material: null,
    file: {
      id: fileIdOf(seed),
      type: ASSET_TYPE.font,
      name: `${seed.name}.ttf`,
      size: file.length,
      main: await keep(file, mimeType),
      mobile: null,
      extra: {},
    },
  };
}

async function makeMaterial(seed: Seed<'materials'>, keep: Dependencies['keep']): Promise<Unplaced> {
  return {
    ...detailsOf(seed, 'material'),
    thumbnail: await storePicture(seed, keep),
    material: materialOfSeed(seed),
    file: null,
  };
}

/** A material's values, with its maps as asset ids. */
export function materialOfSeed({ name, values }: Seed<'materials'>) {
  const maps = Object.entries(values.maps ?? {}).map(([map, key]) => {
    const texture = CATALOGUE.textures.find((candidate) => candidate.key === key);
    if (!texture) {
      throw new Error(`${name} wants a texture ${key}, which there is not`);
    }
    return [map, `/api/assets/${fileIdOf(texture)}`] as const;
  });
  return materialSchema.parse({ ...values, name, maps: Object.fromEntries(maps) });
}

/** The asset id of a seed with a file. */
export function fileIdOf({ key }: { key: string }): string {
  return seedId(`file ${key}`);
}

/** Reads a bundled model, texture or sky. */
export function readLibraryFile(name: string): Promise<Buffer> {
  return readFile(join(FILES, name));
}

/** The UUID of a key, the same on every installation. */
function seedId(key: string): string {
  const hex = createHash('sha256').update(`diorama library ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function detailsOf(
  seed: Seed<'skies'> & { category?: ModelCategory | MaterialCategory },
  kind: LibrarySeed['kind'],
): Omit<Unplaced, 'thumbnail' | 'material' | 'file'> {
  return {
    id: seedId(`${kind} ${seed.key}`),
    key: `${kind} ${seed.key}`,
    kind,
    name: seed.name,
    names: seed.names,
    description: null,
    categoryId: seed.category === undefined ? null : categoryIdOf(seed.category),
    tags: seed.tags,
    credit: CREDIT,
  };
}

async function storePicture({ key }: { key: string }, keep: Dependencies['keep']): Promise<string> {
  return keep(await readFile(join(PICTURES, `${key}.webp`)), 'image/webp');
}
