import { idsAlong } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type FieldPlace, type FieldValues, parseFieldPath } from '@diorama/shared/scene/field-values.ts';
import { isRecord, ownMember } from '@diorama/shared/scene/json.ts';

/** The values of a set that change one row; `name` is null for a deleted row and for the scene itself. */
export type ValueGroup = {
  key: string;
  table: FieldPlace['table'];
  name: string | null;
  isGone: boolean;
  fields: readonly { path: string; field: string }[];
};

/** Groups the values of a set by the rows that they change, in the order of the set. */
export function groupValues(values: FieldValues, document: SceneDocument): ValueGroup[] {
  const places = Object.keys(values).flatMap((path) => {
    const place = parseFieldPath(path);
    return place ? [{ path, place }] : [];
  });
  const keyOf = (place: FieldPlace) => (place.table === 'scene' ? 'scene' : `${place.table}/${place.id}`);
  return [...Map.groupBy(places, ({ place }) => keyOf(place))].flatMap(([key, members]) => {
    const [{ place } = { place: null }] = members;
    if (!place) {
      return [];
    }
    const rows =
      place.table === 'scene'
        ? []
        : idsAlong(place.id).map((id) => ownMember<object>(document[place.table], id));
    const names = rows.flatMap((row) => (isRecord(row) && typeof row.name === 'string' ? [row.name] : []));
    return [
      {
        key,
        table: place.table,
        name: names.length > 0 ? names.filter((name) => name !== '').join(' › ') : null,
        isGone: rows.includes(undefined),
        fields: members.map((member) => ({ path: member.path, field: member.place.field })),
      },
    ];
  });
}
