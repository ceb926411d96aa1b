import { z } from 'zod';

/** Furthest a coordinate may lie from the origin, in metres: beyond it 32-bit floats lose the millimetre. */
export const MAX_COORDINATE = 1e6;

const ID = /^(?!__proto__$)[A-Za-z0-9_-]{1,40}$/;
/** Keys that every object has: an id such as `constructor` would be found in a record that does not have it. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The id of a node or a material: made by the client, up to 40 of `[A-Za-z0-9_-]`, and no key of `Object.prototype`. */
export const sceneId = z
  .string()
  .regex(ID)
  .refine((id) => !PROTOTYPE_KEYS.has(id), 'an id must not be a key of every object');

/** Whether a string can be the id of a node or a material. */
export function isSceneId(text: string): boolean {
  return ID.test(text) && !PROTOTYPE_KEYS.has(text);
}

/** `#rrggbb`, sRGB. */
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** What turns around how the text after it is written; letters that run from right to left need none of it. */
export const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Words of people, which turn around nothing that is written beside them. */
export function words(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .overwrite((text) => text.replace(TURNS, ''));
}

/** A reference to an asset, as the asset's `@id`. */
export const assetIri = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\/api\/assets\/[A-Za-z0-9-]+$/);

/** A coordinate or an offset in metres. */
export const coordinate = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE);

/** A length in metres, more than nothing. */
export const length = z.number().min(1e-4).max(MAX_COORDINATE);

/** How many sides something round is drawn with. */
export const sides = z.int().min(3).max(128);

/** A share of one. */
export const ratio = z.number().min(0).max(1);

/** An amount of light or of an effect. */
export const amount = z.number().min(0).max(1e6);

/** An angle in radians. */
export const radians = z.number().min(-1e3).max(1e3);

/** A point, in metres. */
export const point = z.tuple([coordinate, coordinate, coordinate]);

/** Factors by axis; negative ones mirror. */
export const factors = z.tuple([coordinate, coordinate, coordinate]);

const component = z.number().min(-1.001).max(1.001);

/** A rotation as a quaternion `[x, y, z, w]`; whoever uses it normalises it. */
export const quaternion = z.tuple([component, component, component, component]);
