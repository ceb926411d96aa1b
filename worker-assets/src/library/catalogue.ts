import { MATERIAL_CATEGORIES, MODEL_CATEGORIES } from '@diorama/shared/domain/library.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import type { Material } from '@diorama/shared/scene/document.ts';
import type { DeepPartial } from '@diorama/shared/scene/scene-ops.ts';
import { z } from 'zod';
import manifest from './manifest.json' with { type: 'json' };

const details = z.strictObject({
  /** Permanent key: ids are derived from it, and files are named after it. */
  key: z.string(),
  name: z.string(),
  /** Names in other languages. A language without one shows `name`. */
  names: z.partialRecord(z.enum(LANGUAGES), z.string()),
  tags: z.array(z.string()),
});
const materialCategory = z.enum(MATERIAL_CATEGORIES.map(({ key }) => key));

const catalogue = z.strictObject({
  /** `files/<key>.webp`. */
  textures: z.array(details.extend({ category: materialCategory })),
  /** Values of a material; each map is the key of a texture. */
  materials: z.array(
    details.extend({
      category: materialCategory,
      values: z.custom<DeepPartial<Omit<Material, 'maps'>> & { maps?: Record<string, string> }>(),
    }),
  ),
  /** `files/<key>.hdr`. */
  skies: z.array(details),
  /** `files/<key>.glb`, and `<key>.mobile.glb` where mobile devices have a smaller file. */
  models: z.array(
    details.extend({
      category: z.enum(MODEL_CATEGORIES.map(({ key }) => key)),
      mobile: z.boolean().optional(),
    }),
  ),
  /** A file of an npm package. */
  fonts: z.array(
    details.extend({
      file: z.string(),
      credit: z.object({ author: z.string(), licence: z.string(), url: z.string() }),
    }),
  ),
});

/** Items to seed into the library. */
export type LibraryCatalogue = z.output<typeof catalogue>;

/** All bundled items of the product, in display order. */
export const CATALOGUE: LibraryCatalogue = catalogue.parse(manifest);
