import { z } from 'zod';
import { fieldValues } from '../field-values-schema.ts';
import { sceneId, words } from '../values.ts';

/**
 * Texts of a scene in one language. The id of the row is the language, such as `es` or `pt-BR`.
 * `values` holds texts by the field that they replace.
 * An `original` row holds no texts: it names the language of the scene itself.
 */
export const translation = z.strictObject({
  original: z.boolean().default(false),
  /** Name of the scene. */
  title: words(200).default(''),
  /** Text about the scene. */
  about: words(5_000).default(''),
  values: fieldValues.prefault({}),
});

/** Texts by the field that they replace, by language. */
export const textsByLanguage = z.record(sceneId, fieldValues);

/** A translation with every value present. */
export type Translation = z.output<typeof translation>;
