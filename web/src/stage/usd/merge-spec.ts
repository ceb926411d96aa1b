import { SPEC_TYPE, type Spec } from './layer-specs.ts';

const SPECIFIER = { def: 0, over: 1, class: 2 } as const;
/** List fields that are merged, the stronger entries first. */
const LISTS = [
  'references',
  'payload',
  'inheritPaths',
  'specializes',
  'variantSetChildren',
  'primChildren',
  'subLayers',
] as const;

/** Merges two specs of the same path; the weaker one fills in missing fields. */
export function mergeSpec(strong: Spec | undefined, weak: Spec): Spec {
  if (!strong) {
    return weak;
  }
  if (strong.specType !== SPEC_TYPE.prim && strong.specType !== SPEC_TYPE.variant) {
    return { ...strong, fields: { ...withoutValues(weak.fields, strong.fields), ...strong.fields } };
  }
  const fields: Spec['fields'] = { ...weak.fields, ...strong.fields };
  for (const name of LISTS) {
    const [first, second] = [strong.fields[name], weak.fields[name]];
    if (Array.isArray(first) && Array.isArray(second)) {
      fields[name] = [...new Set([...first, ...second])];
    }
  }
  const selections = { ...choices(weak), ...choices(strong) };
  fields.variantSelection = selections;
  fields.specifier = specifierOf(strong, weak);
  fields.typeName = strong.fields.typeName || weak.fields.typeName;
  return { specType: strong.specType, fields };
}

/** Drops the weaker default and time samples if the stronger spec has either. */
function withoutValues(weak: Spec['fields'], strong: Spec['fields']): Spec['fields'] {
  if (strong.default === undefined && strong.timeSamples === undefined) {
    return weak;
  }
  const { default: _, timeSamples: __, ...others } = weak;
  return others;
}

function choices({ fields }: Spec): object {
  return typeof fields.variantSelection === 'object' && fields.variantSelection !== null
    ? fields.variantSelection
    : {};
}

/** An `over` keeps the weaker specifier. */
function specifierOf(strong: Spec, weak: Spec): unknown {
  const own = strong.fields.specifier ?? SPECIFIER.over;
  return own === SPECIFIER.over ? (weak.fields.specifier ?? SPECIFIER.over) : own;
}

/** Whether a prim is defined, and not a class or an `over`. */
export function isDefined({ fields }: Spec): boolean {
  return (fields.specifier ?? SPECIFIER.def) === SPECIFIER.def;
}
