import type { SceneNode } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath, withFieldValue } from '../field-values.ts';
import { overridesPropOf } from '../nodes/kinds.ts';
import { idWithin, storedOwnerOf } from './generated-id.ts';

/** Whether a field of a node may have a value. */
export type FitsNode = (node: SceneNode, field: string, value: unknown) => boolean;

/** Overrides of one copied node: values of its fields, and of the nodes that its copy generates. */
type NodeOverrides = { own: [field: string, value: unknown][]; inner: Record<string, unknown> };

type Overrides = ReadonlyMap<string, NodeOverrides>;

const parsed = new WeakMap<FieldValues, Overrides>();

/** A copy of the node `id` with the overrides of its owner. Values that do not fit have no effect. */
export function withOverrides(
  node: SceneNode,
  { id, values, fits }: { id: string; values: FieldValues | undefined; fits: FitsNode },
): SceneNode {
  const overrides = values && overridesIn(values).get(id);
  if (!overrides) {
    return node;
  }
  let copy = node;
  for (const [field, value] of overrides.own) {
    if (fits(copy, field, value)) {
      copy = withFieldValue(copy, field, value);
    }
  }
  const prop = overridesPropOf(copy.kind);
  if (prop === undefined || Object.keys(overrides.inner).length === 0) {
    return copy;
  }
  const own: unknown = Reflect.get(copy.props, prop);
  return withFieldValue(copy, `props.${prop}`, { ...Object(own), ...overrides.inner });
}

/** Overrides by source. */
function overridesIn(values: FieldValues): Overrides {
  const known = parsed.get(values);
  if (known) {
    return known;
  }
  const overrides = new Map<string, NodeOverrides>();
  for (const [path, value] of Object.entries(values)) {
    const place = parseFieldPath(path);
    if (place?.table !== 'nodes') {
      continue;
    }
    const id = storedOwnerOf(place.id);
    const of = overrides.get(id) ?? { own: [], inner: {} };
    overrides.set(id, of);
    const inner = idWithin(id, '', place.id);
    if (place.id === id) {
      of.own.push([place.field, value]);
    } else if (inner !== null) {
      of.inner[fieldPath({ ...place, id: inner })] = value;
    }
  }
  parsed.set(values, overrides);
  return overrides;
}
