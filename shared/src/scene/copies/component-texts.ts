import { MAX_FIELD_VALUES, TABLE_LIMITS } from '../defaults.ts';
import type { SceneDocument, Translation } from '../document.ts';
import { type FieldPlace, fieldPath, parseFieldPath, type RowPlace } from '../field-values.ts';
import { ownMember } from '../json.ts';
import { fieldConcerned, textInSet, textInSetPath } from '../translations/translations.ts';
import type { ActingRows } from './component-rows.ts';
import { idsAlong, renamedAlong, storedOwnerOf } from './generated-id.ts';

type Translations = SceneDocument['translations'];

/** Nodes and rows of a component. `own` are those nodes of `parts` that are not of a component within it. */
type Within = { own: ReadonlySet<string>; parts: ReadonlySet<string>; rows: ActingRows };

/** The texts of a component in other languages than the scene's own, with the names of its interactions. */
export function textsWithin(translations: Translations, { own, parts, rows }: Within): Translations {
  const isWithin = ({ table, id }: RowPlace) =>
    table === 'nodes' && own.has(storedOwnerOf(id)) && idsAlong(id).every((one) => parts.has(one));
  return mapTexts(translations, (place) => {
    const inSet = textInSet(place);
    const isSet = inSet && inSet.table !== 'choices' && ownMember<unknown>(rows[inSet.table], inSet.id);
    if (place.table === 'interactions') {
      return ownMember(rows.interactions, place.id) ? place : null;
    }
    const isTaken = inSet ? isSet && isWithin(inSet.place) : place.table !== 'scene' && isWithin(place);
    return isTaken ? place : null;
  });
}

/** Texts for the same nodes and rows under other ids. */
export function renamedTexts(translations: Translations, rename: (id: string) => string): Translations {
  return mapTexts(translations, (place) => {
    const inSet = textInSet(place);
    if (inSet) {
      const { id } = inSet.place;
      const renamed = {
        ...inSet,
        id: rename(inSet.id),
        place: { ...inSet.place, id: renamedAlong(id, rename) },
      };
      return parseFieldPath(textInSetPath(renamed));
    }
    return place.table === 'scene' ? null : { ...place, id: renamedAlong(place.id, rename) };
  });
}

/** Texts for which a version has one, too. */
export function textsOfVersion(translations: Translations, version: Translations): Translations {
  return mapTexts(translations, (place, language) =>
    Object.hasOwn(ownMember(version, language)?.values ?? {}, fieldPath(place)) ? place : null,
  );
}

/** Texts of other nodes than these. */
export function textsWithout(translations: Translations, nodes: ReadonlySet<string>): Translations {
  return mapTexts(translations, (place) => {
    const { table, id } = { id: '', ...fieldConcerned(place) };
    return table === 'nodes' && nodes.has(storedOwnerOf(id)) ? null : place;
  });
}

/** Texts in other languages than one. */
export function textsExcept(translations: Translations, language: string | undefined): Translations {
  return mapTexts(translations, (place, one) => (one === language ? null : place));
}

/**
 * A scene's translations with the texts of a component, as far as there is room.
 * @param replaced - texts that are removed where the component has none in their place
 */
export function withTexts(
  translations: Translations,
  { placed, replaced }: { placed: Translations; replaced: Translations },
): Translations {
  const next = { ...translations };
  for (const language of new Set([...Object.keys(replaced), ...Object.keys(placed)])) {
    const row = ownMember(next, language);
    const gone = ownMember(replaced, language)?.values ?? {};
    const kept = Object.entries(row?.values ?? {}).filter(([path]) => !Object.hasOwn(gone, path));
    const taken = Object.entries(ownMember(placed, language)?.values ?? {});
    const all = { ...Object.fromEntries(kept), ...Object.fromEntries(taken) };
    const values = Object.fromEntries(Object.entries(all).slice(0, MAX_FIELD_VALUES));
    const hasRoom = row !== undefined || Object.keys(next).length < TABLE_LIMITS.translations;
    if (hasRoom && !row?.original) {
      next[language] = { ...EMPTY, ...row, values };
    }
  }
  return next;
}

const EMPTY: Translation = { original: false, title: '', about: '', values: {} };

/** Texts at other places; languages without any are left out. */
function mapTexts(
  translations: Translations,
  map: (place: FieldPlace, language: string) => FieldPlace | null,
): Translations {
  return Object.fromEntries(
    Object.entries(translations).flatMap(([language, { original, values }]) => {
      const texts = Object.entries(original ? {} : values).flatMap(([path, text]) => {
        const from = parseFieldPath(path);
        const place = from && map(from, language);
        return place ? [[fieldPath(place), text] as const] : [];
      });
      return texts.length > 0 ? [[language, { ...EMPTY, values: Object.fromEntries(texts) }]] : [];
    }),
  );
}
