import { z } from 'zod';
import { MAX_FIELD_VALUES } from './defaults.ts';
import { parseFieldPath } from './field-values.ts';
import { isJson } from './json.ts';
import { isSceneId } from './values.ts';

/** The path of a field of a scene. */
const path = z
  .string()
  .max(120)
  .refine((text) => {
    const place = parseFieldPath(text);
    return place !== null && (place.table === 'scene' || isSceneId(place.id));
  }, 'not a field of a scene');

/**
 * A set of field values, by path. Whether a value fits its field is only known beside the row, which may
 * appear later or be gone: those that do not fit have no effect.
 */
export const fieldValues = z
  .record(
    path,
    z.unknown().refine((value) => isJson(value), 'not JSON'),
  )
  .refine((values) => Object.keys(values).length <= MAX_FIELD_VALUES, 'too many values');
