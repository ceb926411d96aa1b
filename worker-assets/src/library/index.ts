import { fonts } from './fonts.ts';
import { materials } from './materials.ts';
import { furniture } from './models/furniture.ts';
import { plants } from './models/plants.ts';
import { spaces } from './models/spaces.ts';
import { things } from './models/things.ts';
import type { FontSeed, MaterialSeed, ModelSeed, SkySeed, TextureSeed } from './seed.ts';
import { skies } from './skies.ts';
import { textures } from './textures.ts';

export { fonts, materials, skies, textures };

/** Every built-in model, in display order. */
export const models: readonly ModelSeed[] = [...furniture, ...things, ...plants, ...spaces];

/** Items to create. */
export type Catalogue = {
  textures: readonly TextureSeed[];
  materials: readonly MaterialSeed[];
  skies: readonly SkySeed[];
  models: readonly ModelSeed[];
  fonts: readonly FontSeed[];
};

/** All built-in items. */
export const CATALOGUE: Catalogue = { textures, materials, skies, models, fonts };
