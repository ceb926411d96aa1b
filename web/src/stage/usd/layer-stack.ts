import { type LayerSpecs, SPEC_TYPE, type UsdReference } from './layer-specs.ts';
import type { Layer } from './layers.ts';
import { mergeSpec } from './merge-spec.ts';

/** A layer merged with its sublayers. */
export type LayerStack = {
  name: string;
  specs: LayerSpecs;
  /** Names of a prim's children, and paths of its properties. */
  childrenOf: (path: string) => readonly string[];
  propertiesOf: (path: string) => readonly string[];
};

/** Resolves a path relative to a layer in a folder of the archive. */
function anchor(path: string, folder: string): string {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '.' && part !== '') {
      parts.push(part);
    }
  }
  return parts.join('/');
}

/** Paths of files that a layer refers to, as written there. */
export function namesIn({ name, specs }: Layer): string[] {
  const folder = folderOf(name);
  const named = Object.values(specs()).flatMap(({ fields }) => [
    ...stringsIn(fields.subLayers),
    ...referencesIn(fields.references).map(({ assetPath }) => assetPath),
    ...referencesIn(fields.payload).map(({ assetPath }) => assetPath),
  ]);
  return [...new Set(named.filter(Boolean).map((path) => anchor(path, folder)))];
}

export function referencesIn(value: unknown): UsdReference[] {
  return [value]
    .flat()
    .flatMap((one) =>
      typeof one === 'object' && one !== null && 'assetPath' in one && 'primPath' in one
        ? [{ assetPath: String(one.assetPath), primPath: String(one.primPath) }]
        : [],
    );
}

export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** A layer and its sublayers, the strongest first; one that occurs several times keeps only its strongest position. */
export function layersBelow(name: string, layers: ReadonlyMap<string, Layer>): Layer[] {
  const found = new Map<string, Layer>();
  const ahead = [name];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const layer = layers.get(next);
    if (layer && !found.has(next)) {
      const specs = layer.specs();
      found.set(next, { name: next, specs: () => specs });
      const folder = folderOf(next);
      const named = stringsIn(specs['/']?.fields.subLayers).filter(Boolean);
      ahead.push(...named.map((path) => anchor(path, folder)).reverse());
    }
  }
  return [...found.values()];
}

/** Merges layers over weaker ones. */
export function stackLayers(layers: readonly Layer[]): LayerSpecs {
  const stack: LayerSpecs = {};
  for (const layer of layers) {
    for (const [path, spec] of Object.entries(anchored(layer))) {
      // Only the root layer's metadata applies to the whole stage.
      stack[path] = path === '/' ? withChildrenOf(stack[path] ?? spec, spec) : mergeSpec(stack[path], spec);
    }
  }
  return stack;
}

/** Indexes children and properties by prim. */
export function indexStack(name: string, specs: LayerSpecs): LayerStack {
  const children = new Map<string, string[]>();
  const properties = new Map<string, string[]>();
  for (const [path, { specType }] of Object.entries(specs)) {
    if (specType === SPEC_TYPE.prim && path !== '/') {
      const at = path.lastIndexOf('/');
      pushTo(children, path.slice(0, at) || '/', path.slice(at + 1));
    } else if (specType === SPEC_TYPE.attribute || specType === SPEC_TYPE.relationship) {
      pushTo(properties, path.slice(0, path.lastIndexOf('.')), path);
    }
  }
  return {
    name,
    specs,
    childrenOf: (path) => children.get(path) ?? [],
    propertiesOf: (path) => properties.get(path) ?? [],
  };
}

/** Appends a value to one of several lists. */
export function pushTo<Item>(lists: Map<string, Item[]>, key: string, value: Item): void {
  const list = lists.get(key);
  if (list) {
    list.push(value);
  } else {
    lists.set(key, [value]);
  }
}

function withChildrenOf(upper: LayerSpecs[string], lower: LayerSpecs[string]): LayerSpecs[string] {
  const names = [...stringsIn(upper.fields.primChildren), ...stringsIn(lower.fields.primChildren)];
  return { ...upper, fields: { ...upper.fields, primChildren: [...new Set(names)] } };
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** Specs of a layer with asset paths resolved within the archive. */
function anchored({ name, specs }: Layer): LayerSpecs {
  const folder = folderOf(name);
  const resolvePath = (path: string) => (path === '' ? '' : anchor(path, folder));
  return Object.fromEntries(
    Object.entries(specs()).map(([path, { specType, fields }]) => {
      const own = { ...fields };
      if (fields.subLayers !== undefined) {
        own.subLayers = stringsIn(fields.subLayers).map(resolvePath);
      }
      for (const key of ['references', 'payload']) {
        if (fields[key] !== undefined) {
          own[key] = referencesIn(fields[key]).map(({ assetPath, primPath }) => ({
            assetPath: resolvePath(assetPath),
            primPath,
          }));
        }
      }
      if (fields.typeName === 'asset' && typeof fields.default === 'string') {
        own.default = resolvePath(fields.default);
      }
      return [path, { specType, fields: own }];
    }),
  );
}
