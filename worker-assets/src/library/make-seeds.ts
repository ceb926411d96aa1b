import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { categoryIdOf } from '@diorama/shared/domain/library.ts';
import { material as materialSchema } from '@diorama/shared/scene/material.ts';
import type { LibrarySeed } from '@diorama/shared/server/assets/library-changes.ts';
import { checkFont } from '../import/check-font.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { buildModel } from './build-model.ts';
import { CATALOGUE, type Catalogue, textures } from './index.ts';
import { paintSky, paintTexture } from './paint.ts';
import {
  type FontSeed,
  type MaterialSeed,
  type ModelSeed,
  type SkySeed,
  seedId,
  type TextureSeed,
} from './seed.ts';

/** Folder of the thumbnails of models and materials; `draw-pictures.ts` draws them. */
export const PICTURES = join(import.meta.dirname, 'pictures');

const CREDIT = { author: 'Diorama', licence: 'CC0 1.0', url: null } as const;

type Dependencies = {
  /** Stores a file of the library. @returns its object. */
  keep: (body: Buffer, contentType: string) => Promise<string>;
  signal: AbortSignal;
};

/** Generates all bundled items deterministically, and stores their files. */
export async function makeSeeds(
  dependencies: Dependencies,
  { textures, materials, skies, models, fonts }: Catalogue = CATALOGUE,
): Promise<LibrarySeed[]> {
  const io = await createGltfIo();
  const makers = [
    ...textures.map((seed) => () => makeTexture(seed, dependencies)),
    ...materials.map((seed) => () => makeMaterial(seed, dependencies)),
    ...skies.map((seed) => () => makeSky(seed, dependencies)),
    ...models.map((seed) => async () => {
      const { main, mobile, description } = await buildModel(seed, io);
      const type = 'model/gltf-binary';
      return {
        ...detailsOf(seed, 'model'),
        thumbnail: await storePicture(seed, dependencies),
        material: null,
        file: {
          id: fileIdOf(seed),
          type: ASSET_TYPE.model,
          name: `${seed.key}.glb`,
          size: main.length,
          main: await dependencies.keep(Buffer.from(main), type),
          mobile: await dependencies.keep(Buffer.from(mobile), type),
          extra: description,
        },
      };
    }),
    ...fonts.map((seed) => () => makeFont(seed, dependencies)),
  ];
  const seeds: LibrarySeed[] = [];
  for (const [position, make] of makers.entries()) {
    dependencies.signal.throwIfAborted();
    seeds.push({ ...(await make()), position });
    // Yields to other jobs of this process.
    await breathe();
  }
  return seeds;
}

type Unplaced = Omit<LibrarySeed, 'position'>;

async function makeTexture(seed: TextureSeed, { keep }: Dependencies): Promise<Unplaced> {
  const { picture, thumbnail } = await paintTexture(seed);
  return {
    ...detailsOf(seed, 'texture'),
    thumbnail: await keep(thumbnail, 'image/webp'),
    material: null,
    file: {
      id: fileIdOf(seed),
      type: ASSET_TYPE.texture,
      name: `${seed.key}.webp`,
      size: picture.length,
      main: await keep(picture, 'image/webp'),
      mobile: null,
      extra: {},
    },
  };
}

async function makeSky(seed: SkySeed, { keep }: Dependencies): Promise<Unplaced> {
  const { panorama, thumbnail } = await paintSky(seed);
  return {
    ...detailsOf(seed, 'hdri'),
    thumbnail: await keep(thumbnail, 'image/webp'),
    material: null,
    file: {
      id: fileIdOf(seed),
      type: ASSET_TYPE.hdri,
      name: `${seed.key}.hdr`,
      size: panorama.length,
      main: await keep(panorama, 'image/vnd.radiance'),
      mobile: null,
      extra: {},
    },
  };
}

async function makeFont(seed: FontSeed, { keep }: Dependencies): Promise<Unplaced> {
  const { main, mimeType, thumbnail } = await checkFont(seed.file, () => undefined);
  const file = Buffer.from(main ?? (await readFile(seed.file)));
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

async function makeMaterial(seed: MaterialSeed, dependencies: Dependencies): Promise<Unplaced> {
  return {
    ...detailsOf(seed, 'material'),
    thumbnail: await storePicture(seed, dependencies),
    material: materialOf(seed),
    file: null,
  };
}

/** A material's values, with its maps as asset ids. */
export function materialOf({ name, values }: MaterialSeed) {
  const maps = Object.entries(values.maps ?? {}).map(([map, key]) => {
    const texture = textures.find((candidate) => candidate.key === key);
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

function detailsOf(
  seed: ModelSeed | MaterialSeed | TextureSeed | SkySeed | FontSeed,
  kind: LibrarySeed['kind'],
): Omit<Unplaced, 'thumbnail' | 'material' | 'file'> {
  return {
    id: seedId(`${kind} ${seed.key}`),
    key: `${kind} ${seed.key}`,
    kind,
    name: seed.name,
    names: { es: seed.es },
    description: null,
    categoryId: 'category' in seed ? categoryIdOf(seed.category) : null,
    tags: seed.tags,
    credit: CREDIT,
  };
}

async function storePicture({ key }: { key: string }, { keep }: Dependencies): Promise<string> {
  return keep(await readFile(join(PICTURES, `${key}.webp`)), 'image/webp');
}
