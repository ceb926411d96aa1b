import type { SceneDocument } from './document.ts';
import { type FieldValues, parseFieldPath, withFieldValue } from './field-values.ts';
import { fitsField, fitsText } from './fits-field.ts';
import { isRecord } from './json.ts';
import { overridesPropOf } from './nodes/kinds.ts';

/** A document whose sets of field values hold only values that fit. What loses none is shared with the given one. */
export function onlyFitting(document: SceneDocument): SceneDocument {
  const fittingOf = (values: FieldValues, fits = fitsField): FieldValues => {
    const all = Object.entries(values);
    const fitting = all.filter(([path, value]) => {
      const place = parseFieldPath(path);
      return place !== null && fits(document, place, value);
    });
    return fitting.length === all.length ? values : Object.fromEntries(fitting);
  };
  const withFitting = <Row extends { values: FieldValues }>(row: Row, fits = fitsField): Row => {
    const values = fittingOf(row.values, fits);
    return values === row.values ? row : { ...row, values };
  };
  return {
    ...document,
    nodes: mapRows(document.nodes, (node) => {
      const prop = overridesPropOf(node.kind);
      const values: unknown = prop && Reflect.get(node.props, prop);
      const fitting = isRecord(values) ? fittingOf(values) : values;
      return fitting === values ? node : withFieldValue(node, `props.${prop}`, fitting);
    }),
    choices: mapRows(document.choices, (row) => withFitting(row)),
    states: mapRows(document.states, (row) => withFitting(row)),
    keys: mapRows(document.keys, (row) => withFitting(row)),
    translations: mapRows(document.translations, (row) => withFitting(row, fitsText)),
  };
}

type Rows<Row> = Readonly<Record<string, Row>>;

/** The same record where no row changes. */
function mapRows<Row>(rows: Rows<Row>, change: (row: Row) => Row): Record<string, Row> {
  const changed = Object.entries(rows).flatMap(([id, row]) => {
    const next = change(row);
    return next === row ? [] : [[id, next] as const];
  });
  return changed.length === 0 ? rows : { ...rows, ...Object.fromEntries(changed) };
}
