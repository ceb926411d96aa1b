import { z } from 'zod';
import { MAX_FIELD_VALUES } from './defaults.ts';
import { parseFieldPath, type RowPlace } from './field-values.ts';
import { isJson } from './json.ts';
import { textInSet } from './translations/translations.ts';
import { isSceneId } from './values.ts';

/** The path of a field of a scene. */
const path = z
  .string()
  .max(400)
  .refine((text) => {
    const place = parseFieldPath(text);
    return place !== null && (place.table === 'scene' || isPlaceId(place));
  }, 'not a field of a scene');

/** Whether an id is one of a row, of a generated node, or of a node in the values of a row. */
function isPlaceId(place: RowPlace): boolean {
  const inSet = textInSet(place);
  if (inSet) {
    return isSceneId(inSet.id) && isPlaceId(inSet.place);
  }
  const { table, id } = place;
  const [stored = '', ...generated] = id.split(':');
  const isGenerated = table === 'nodes' && generated.length % 2 === 0;
  return (
    isSceneId(stored) &&
    (generated.length === 0 || isGenerated) &&
    generated.every((part) => part === '' || isSceneId(part))
  );
}

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
