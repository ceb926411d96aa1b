import type { SceneDocument } from './document.ts';
import { type FieldValues, parseFieldPath, withFieldValue } from './field-values.ts';
import { fitsField, fitsText } from './fits-field.ts';
import { isRecord } from './json.ts';
import { overridesPropOf } from './nodes/kinds.ts';
import type { SceneChange } from './scene-change.ts';

/** A document while it is edited, with what fits of it. */
export type Fitted = { edited: SceneDocument; fitting: SceneDocument };

/**
 * The next version of a document with only the values that fit.
 * Sets are checked again only where they, or what they may change, differ.
 * @param change - the differences to the version before; without it all may differ
 */
export function fitNext(before: Fitted | null, edited: SceneDocument, change?: SceneChange): SceneDocument {
  if (!before || !change || mayFitOtherwise(before.edited, edited, change)) {
    return onlyFitting(edited);
  }
  const { choices, states, keys, translations } = before.fitting;
  return { ...edited, nodes: keepFitting(before, edited.nodes), choices, states, keys, translations };
}

/** The edited nodes; those that did not change keep only the overrides that fit. */
function keepFitting({ edited, fitting }: Fitted, nodes: SceneDocument['nodes']): SceneDocument['nodes'] {
  return fitting.nodes === edited.nodes
    ? nodes
    : mapRows(nodes, (node, id) => (node === edited.nodes[id] ? (fitting.nodes[id] ?? node) : node));
}

function mayFitOtherwise(before: SceneDocument, after: SceneDocument, change: SceneChange): boolean {
  const hasOtherSets = SETS.some((name) => change[name].size > 0);
  const isOther = (id: string) => before.nodes[id]?.kind !== after.nodes[id]?.kind;
  const holdsValues = (id: string) => overridesPropOf(after.nodes[id]?.kind ?? 'group') !== undefined;
  const isAdded = (id: string) => Object.hasOwn(before.materials, id) !== Object.hasOwn(after.materials, id);
  return (
    hasOtherSets ||
    [...change.nodes].some((id) => isOther(id) || holdsValues(id)) ||
    [...change.materials].some(isAdded)
  );
}

const SETS = ['choices', 'states', 'keys', 'translations', 'options'] as const;

/** A document whose sets of field values hold only values that fit. Sets that lose none are shared. */
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
function mapRows<Row>(rows: Rows<Row>, change: (row: Row, id: string) => Row): Record<string, Row> {
  const changed = Object.entries(rows).flatMap(([id, row]) => {
    const next = change(row, id);
    return next === row ? [] : [[id, next] as const];
  });
  return changed.length === 0 ? rows : { ...rows, ...Object.fromEntries(changed) };
}
