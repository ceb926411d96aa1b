import type { SceneDocument } from '../document.ts';
import {
  type FieldPlace,
  type FieldValues,
  fieldPath,
  parseFieldPath,
  type RowPlace,
  withValues,
} from '../field-values.ts';
import { ownMember } from '../json.ts';
import { translationIn } from './languages.ts';

/**
 * Fields with texts that visitors may read, by table.
 * A node's `props.text` is the text of an annotation or of a text in the scene.
 */
const TEXT_FIELDS: Partial<Record<FieldPlace['table'], readonly string[]>> = {
  nodes: ['name', 'description', 'props.text'],
  options: ['name', 'description'],
  choices: ['name', 'description', 'price'],
  interactions: ['name'],
};

/** Tables whose rows have sets of field values. */
export const SET_TABLES = ['choices', 'states', 'keys'] as const;

export type SetTable = (typeof SET_TABLES)[number];

/** Joins the id of a row and that of a node in its values. */
const IN_SET = ':nodes:';

/** Whether a translation may have a text for a field. */
export function isTranslatable(place: FieldPlace): boolean {
  const { table, field } = fieldConcerned(place);
  return TEXT_FIELDS[table]?.includes(field) === true;
}

/** A text among the values of a choice, state or key. */
export type TextInSet = { table: SetTable; id: string; place: RowPlace };

/** The path of such a text in a translation: `choices/<choice>:nodes:<node>/<field>`. */
export function textInSetPath({ table, id, place }: TextInSet): string {
  return fieldPath({ table, id: id + IN_SET + place.id, field: place.field });
}

/** The text among the values of a set that a path of a translation names; null for other paths. */
export function textInSet(path: FieldPlace): TextInSet | null {
  const table = SET_TABLES.find((one) => one === path.table);
  if (table === undefined || path.table === 'scene') {
    return null;
  }
  const [id = '', ...node] = path.id.split(IN_SET);
  return node.length === 0
    ? null
    : { table, id, place: { table: 'nodes', id: node.join(IN_SET), field: path.field } };
}

/** The field of a row that a path of a translation concerns, also as a text in a set. */
export function fieldConcerned(place: FieldPlace): FieldPlace {
  return textInSet(place)?.place ?? place;
}

/** A document with the texts of a language; the document itself for its own texts. */
export function withTranslation(document: SceneDocument, language?: string): SceneDocument {
  const { values } = translationIn(document, language);
  if (!values) {
    return document;
  }
  const next = { ...document };
  for (const table of SET_TABLES) {
    const texts = Object.entries(values).flatMap(([path, text]) => {
      const place = parseFieldPath(path);
      const inSet = place && textInSet(place);
      return inSet?.table === table ? [{ id: inSet.id, path: fieldPath(inSet.place), text }] : [];
    });
    const rows = [...Map.groupBy(texts, ({ id }) => id)].flatMap(([id, own]) => {
      const row = ownMember<{ values: FieldValues }>(document[table], id);
      const known = own.filter(({ path }) => row && Object.hasOwn(row.values, path));
      const translated = Object.fromEntries(known.map(({ path, text }) => [path, text]));
      return row ? [[id, { ...row, values: { ...row.values, ...translated } }]] : [];
    });
    Object.assign(next, { [table]: { ...document[table], ...Object.fromEntries(rows) } });
  }
  return withValues(next, [values]);
}
