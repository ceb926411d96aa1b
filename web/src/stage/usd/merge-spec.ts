import { SPEC_TYPE, type Spec } from './layer-specs.ts';

const SPECIFIER = { def: 0, over: 1, class: 2 } as const;
/** What both say of a part holds together, the stronger first. */
const LISTS = [
  'references',
  'payload',
  'inheritPaths',
  'specializes',
  'variantSetChildren',
  'primChildren',
  'subLayers',
] as const;

/** Two things that are said of the same part or value, as one; what the stronger leaves open the weaker settles. */
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

/** What moves in the weaker stands still where the stronger says a value, and the other way round. */
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

/** What only changes a part leaves it what it is. */
function specifierOf(strong: Spec, weak: Spec): unknown {
  const own = strong.fields.specifier ?? SPECIFIER.over;
  return own === SPECIFIER.over ? (weak.fields.specifier ?? SPECIFIER.over) : own;
}

/** Whether a part is one, and not only what others are made of or changed by. */
export function isDefined({ fields }: Spec): boolean {
  return (fields.specifier ?? SPECIFIER.def) === SPECIFIER.def;
}
