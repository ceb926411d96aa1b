import { furniture } from './models/furniture.ts';
import { spaces } from './models/spaces.ts';
import { things } from './models/things.ts';
import type { ModelSeed } from './seed.ts';

export { materials } from './materials.ts';
export { skies } from './skies.ts';
export { textures } from './textures.ts';

/** Every model that the product brings along, in the order in which they are shown. */
export const models: readonly ModelSeed[] = [...furniture, ...things, ...spaces];
