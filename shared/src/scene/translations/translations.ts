import type { SceneDocument, Translation } from '../document.ts';
import {
  type FieldPlace,
  type FieldValues,
  fieldPath,
  parseFieldPath,
  type RowPlace,
  withValues,
} from '../field-values.ts';
import { ownMember } from '../json.ts';

type Translations = Pick<SceneDocument, 'translations'>;

/** Fields with texts, by table. A node's `props.text` is the text of an annotation or of a text in the scene. */
const TEXT_FIELDS: Partial<Record<FieldPlace['table'], readonly string[]>> = {
  nodes: ['name', 'description', 'props.text'],
  options: ['name', 'description'],
  choices: ['name', 'description', 'price'],
};

/** Tables whose rows have sets of field values. */
export const SET_TABLES = ['choices', 'states', 'keys'] as const;

type SetTable = (typeof SET_TABLES)[number];

/** Joins the id of a row and that of a node in its values. */
const IN_SET = ':nodes:';

/** Whether a translation may have a text for a field. */
export function isTranslatable(place: FieldPlace): boolean {
  const { table, field } = textInSet(place)?.place ?? place;
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

/** The languages of a scene, its own first; empty for a scene without translations. */
export function languagesOf({ translations }: Translations): string[] {
  const original = originalOf(translations);
  const others = Object.keys(translations).filter((language) => !translations[language]?.original);
  return others.length === 0 ? [] : [...(original === undefined ? [] : [original]), ...others.toSorted()];
}

/** The language of the scene's own texts; undefined where it is unknown. */
export function originalOf(translations: SceneDocument['translations']): string | undefined {
  return Object.keys(translations)
    .toSorted()
    .find((language) => translations[language]?.original);
}

/**
 * The language in which a reader sees a scene: the first wish that the scene has, with or without its region.
 * @returns undefined for the scene's own texts
 */
export function languageFor(scene: Translations, wishes: readonly string[]): string | undefined {
  const languages = languagesOf(scene);
  const found = wishes
    .map((wish) => {
      const exact = languages.find((one) => one.toLowerCase() === wish.toLowerCase());
      return exact ?? languages.find((one) => baseOf(one) === baseOf(wish));
    })
    .find((language) => language !== undefined);
  return found === undefined || ownMember(scene.translations, found)?.original ? undefined : found;
}

/** A translation without empty texts; nothing for the scene's own language. */
export function translationIn({ translations }: Translations, language?: string): Partial<Translation> {
  const found = language === undefined ? undefined : ownMember(translations, language);
  return found && !found.original ? { ...found, values: writtenTexts(found.values) } : {};
}

/** An empty text counts as not translated. */
function writtenTexts(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
