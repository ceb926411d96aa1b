import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from '../refused-error.ts';
import { type LayerSpecs, SPEC_TYPE, type Spec } from './layer-specs.ts';
import {
  indexStack,
  type LayerStack,
  layersBelow,
  pushTo,
  referencesIn,
  stackLayers,
  stringsIn,
} from './layer-stack.ts';
import type { Layer } from './layers.ts';
import { isDefined, mergeSpec } from './merge-spec.ts';

/** Limit of composed prims; a few lines of text can ask for billions. */
const MAX_PARTS = 300_000;
/** Limit of repeated numbers by composition. */
const MAX_NUMBERS = 150_000_000;
/** Limit of merged specs, counted once per layer stack. */
const MAX_SPECS = 3_000_000;
/** Limit of nesting and reference depth; longer chains would overflow the call stack. */
const MAX_DEPTH = 500;
/** Composition arcs, which are resolved here. */
const ARCS = [
  'references',
  'payload',
  'inheritPaths',
  'specializes',
  'variantSetChildren',
  'variantSelection',
  'variantSetNames',
  'subLayers',
  'primChildren',
];

/** Site of a prim's opinions: a layer stack and a path in it. */
type Site = {
  stack: LayerStack;
  path: string;
  /** Maps a path of the stack to the composed stage. */
  map: (path: string) => string;
  /** Sites on the way to this one. */
  trail: readonly string[];
};

/**
 * Composes references, payloads, inherits and the selected variants into one layer without references. Prototypes of a
 * `PointInstancer` become its children `prototype0`, `prototype1` and so on.
 * @param root - name of the root layer
 * @throws {@link RefusedError} for cyclic or too deep references, and above the limits
 */
export function composeLayers(root: string, layers: ReadonlyMap<string, Layer>): LayerSpecs {
  return new Composition(layers).compose(root);
}

class Composition {
  readonly #layers: ReadonlyMap<string, Layer>;
  readonly #stacks = new Map<string, LayerStack>();
  readonly #out: LayerSpecs = {};
  /** Original paths of prototypes, by their new paths. */
  readonly #origins = new Map<string, string>();
  #roots: Site[] = [];
  #depth = 0;
  #specCount = 0;
  #parts = 0;
  #numbers = 0;

  constructor(layers: ReadonlyMap<string, Layer>) {
    this.#layers = layers;
  }

  compose(root: string): LayerSpecs {
    const stack = this.#stackOf(root);
    this.#roots = [{ stack, path: '/', map: (path) => path, trail: [] }];
    const { primChildren: _, ...fields } = stack.specs['/']?.fields ?? {};
    this.#out['/'] = { specType: SPEC_TYPE.prim, fields };
    this.#putChildren('/', this.#roots);
    return this.#out;
  }

  #stackOf(name: string): LayerStack {
    const known = this.#stacks.get(name);
    if (known) {
      return known;
    }
    const layers = layersBelow(name, this.#layers);
    for (const layer of layers) {
      this.#specCount += Object.keys(layer.specs()).length;
      if (this.#specCount > MAX_SPECS) {
        throw new RefusedError(importMessage('limit.copies'));
      }
    }
    const stack = indexStack(name, stackLayers(layers));
    this.#stacks.set(name, stack);
    return stack;
  }

  /** Runs a function one level deeper. */
  #deeper<Result>(work: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new RefusedError(importMessage('damaged.too-deep'));
    }
    const result = work();
    this.#depth -= 1;
    return result;
  }

  #put(path: string, sites: readonly Site[], isAsked: boolean): void {
    const spec = sites.reduce<Spec | undefined>((strong, site) => {
      const weak = site.stack.specs[site.path];
      return weak ? mergeSpec(strong, withoutArcs(weak)) : strong;
    }, undefined);
    if (!spec || !(isAsked || isDefined(spec))) {
      return;
    }
    const { fields } = withoutArcs(spec);
    this.#out[path] = { specType: SPEC_TYPE.prim, fields };
    for (const site of sites) {
      this.#putProperties(path, site);
    }
    this.#deeper(() => this.#putChildren(path, sites));
    if (spec.fields.typeName === 'PointInstancer') {
      this.#putPrototypes(path, sites);
    }
  }

  #putProperties(path: string, { stack, path: source, map, trail }: Site): void {
    for (const key of stack.propertiesOf(source)) {
      const spec = stack.specs[key];
      const to = `${path}${key.slice(key.lastIndexOf('.'))}`;
      if (spec) {
        this.#out[to] = mergeSpec(this.#out[to], mapped(spec, map));
        this.#numbers += trail.length > 0 ? sizeOf(spec.fields.default) : 0;
      }
    }
    if (this.#numbers > MAX_NUMBERS) {
      throw new RefusedError(importMessage('limit.copies'));
    }
  }

  #putChildren(path: string, sites: readonly Site[]): void {
    const sitesOf = new Map<string, Site[]>();
    for (const site of sites) {
      const ordered = stringsIn(site.stack.specs[site.path]?.fields.primChildren);
      for (const name of new Set([...ordered, ...site.stack.childrenOf(site.path)])) {
        pushTo(sitesOf, name, site);
      }
    }
    for (const [name, holders] of sitesOf) {
      this.#put(below(path, name), this.#sitesBelow(holders, name), false);
    }
  }

  #sitesBelow(sites: readonly Site[], name: string): Site[] {
    const chosen: Record<string, unknown> = {};
    return sites.flatMap((site) => this.#follow({ ...site, path: below(site.path, name) }, chosen));
  }

  /** Copies prototypes into their instancer, from any path. */
  #putPrototypes(path: string, instancer: readonly Site[]): void {
    const targets = stringsIn(this.#out[`${path}.prototypes`]?.fields.targetPaths);
    const trail = instancer.flatMap((site) => site.trail);
    targets.forEach((target, i) => {
      const to = `${path}/prototype${i}`;
      const from = this.#originOf(target);
      const key = `prototype ${from}`;
      assertNew(trail, key);
      this.#origins.set(to, from);
      const sites = this.#sitesAt(from).map((site) => ({
        ...site,
        map: (inner: string) => rebased(site.map(inner), from, to),
        trail: [...trail, ...site.trail, key],
      }));
      this.#deeper(() => this.#put(to, sites, true));
    });
  }

  #originOf(path: string): string {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const origin = this.#origins.get(path.slice(0, end));
      if (origin !== undefined) {
        return `${origin}${path.slice(end)}`;
      }
    }
    return path;
  }

  #sitesAt(path: string): readonly Site[] {
    const names = path.split('/').filter(Boolean);
    return names.reduce<readonly Site[]>((found, name) => this.#sitesBelow(found, name), this.#roots);
  }

  /**
   * All sites of a prim's opinions, the strongest first.
   * @param chosen - variant selections of stronger sites; new ones are added
   */
  #follow(site: Site, chosen: Record<string, unknown>): Site[] {
    const { stack, path, map } = site;
    const fields = stack.specs[path]?.fields;
    if (!fields) {
      return [];
    }
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) {
      throw new RefusedError(importMessage('limit.copies'));
    }
    for (const [set, variant] of Object.entries(fields.variantSelection ?? {})) {
      chosen[set] ??= variant;
    }
    const here = placeOf(site);
    const within = (target: string) =>
      this.#enter(site, { stack, path: target, map: (inner) => rebasedOr(inner, target, here, map) }, chosen);
    const elsewhere = ({ assetPath, primPath }: { assetPath: string; primPath: string }) => {
      if (assetPath === '') {
        return within(primPath || defaultOf(stack));
      }
      const other = this.#stackOf(assetPath);
      const target = primPath || defaultOf(other);
      return this.#enter(
        site,
        { stack: other, path: target, map: (inner) => rebased(inner, target, here) },
        chosen,
      );
    };
    return [
      site,
      ...stringsIn(fields.inheritPaths).flatMap(within),
      ...stringsIn(fields.variantSetChildren).flatMap((set) => {
        const variant = chosen[set] ?? stringsIn(stack.specs[`${path}/{${set}=}`]?.fields.variantChildren)[0];
        const inner = { ...site, path: `${path}/{${set}=${String(variant)}}` };
        return this.#deeper(() => this.#follow(inner, chosen));
      }),
      ...referencesIn(fields.references).flatMap(elsewhere),
      ...referencesIn(fields.payload).flatMap(elsewhere),
      ...stringsIn(fields.specializes).flatMap(within),
    ];
  }

  #enter(
    { trail }: Site,
    target: Pick<Site, 'stack' | 'path' | 'map'>,
    chosen: Record<string, unknown>,
  ): Site[] {
    const key = `${target.stack.name} ${target.path}`;
    assertNew(trail, key);
    return this.#deeper(() => this.#follow({ ...target, trail: [...trail, key] }, chosen));
  }
}

/** A prim's spec without its composition arcs. */
function withoutArcs({ fields }: Spec): Spec {
  const said = Object.entries(fields).filter(([name]) => !ARCS.includes(name));
  return { specType: SPEC_TYPE.prim, fields: Object.fromEntries(said) };
}

function assertNew(trail: readonly string[], key: string): void {
  if (trail.includes(key)) {
    throw new RefusedError(importMessage('damaged.holds-itself'));
  }
}

/** Path of a prim in the composed stage, without variant names. */
function placeOf({ path, map }: Site): string {
  return map(path.replace(/\/\{[^}]*\}/g, ''));
}

/** Default prim of a layer, for references without a prim path. */
function defaultOf({ specs, childrenOf }: LayerStack): string {
  const name = specs['/']?.fields.defaultPrim ?? childrenOf('/')[0] ?? '';
  return `/${String(name).replace(/^\//, '')}`;
}

function mapped(spec: Spec, map: Site['map']): Spec {
  const { targetPaths, connectionPaths } = spec.fields;
  if (targetPaths === undefined && connectionPaths === undefined) {
    return spec;
  }
  return {
    ...spec,
    fields: {
      ...spec.fields,
      ...(targetPaths !== undefined && { targetPaths: stringsIn(targetPaths).map(map) }),
      ...(connectionPaths !== undefined && { connectionPaths: stringsIn(connectionPaths).map(map) }),
    },
  };
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) || ArrayBuffer.isView(value) ? (value as ArrayLike<unknown>).length : 1;
}

/** Path of a child. */
function below(path: string, name: string): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}

/** Replaces a path's prefix; returns other paths unchanged. */
function rebased(path: string, from: string, to: string): string {
  return rebasedOr(path, from, to, (other) => other);
}

/** Replaces a path's prefix, or converts other paths by a function. */
function rebasedOr(path: string, from: string, to: string, otherwise: (path: string) => string): string {
  const isInside = path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}.`);
  return isInside ? `${to}${path.slice(from.length)}` : otherwise(path);
}
