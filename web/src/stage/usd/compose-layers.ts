import { RefusedError } from '../refused-error.ts';
import { type LayerSpecs, SPEC_TYPE, type Spec } from './layer-specs.ts';
import { indexStack, type LayerStack, referencesIn, stackLayers, stringsIn } from './layer-stack.ts';
import type { Layer } from './layers.ts';
import { isDefined, mergeSpec } from './merge-spec.ts';

/** So many parts are put where they are named; a few lines of text can ask for billions. */
const MOST_PARTS = 300_000;
/** So many numbers may be drawn once more because of that. */
const MOST_NUMBERS = 150_000_000;
/** What has been seen to. */
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

/** Where something is said of a part: in which layers, and under which name there. */
type Site = {
  stack: LayerStack;
  path: string;
  /** What a path in those layers is in the whole. */
  map: (path: string) => string;
  /** What was followed to get here. */
  trail: readonly string[];
};

/**
 * Puts all that layers take from others, or from parts of their own, where it is named, and the chosen of several
 * variants: what comes of it is one layer that names no other. What is drawn many times by a `PointInstancer` lies in
 * that as `prototype0`, `prototype1` and so on.
 * @param root - the name of the layer that is opened first
 * @throws {@link RefusedError} for parts that hold themselves, and for more than can be drawn
 */
export function composeLayers(root: string, layers: ReadonlyMap<string, Layer>): LayerSpecs {
  return new Composition(layers).compose(root);
}

class Composition {
  readonly #layers: ReadonlyMap<string, Layer>;
  readonly #stacks = new Map<string, LayerStack>();
  readonly #out: LayerSpecs = {};
  /** What was put in instancers, and where it lies itself. */
  readonly #moves: { from: string; to: string }[] = [];
  #roots: Site[] = [];
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
    const known = this.#stacks.get(name) ?? indexStack(name, stackLayers(name, this.#layers));
    this.#stacks.set(name, known);
    return known;
  }

  #put(path: string, sites: readonly Site[], isAsked: boolean): void {
    const spec = sites.reduce<Spec | undefined>((strong, site) => {
      const weak = site.stack.specs[site.path];
      return weak ? mergeSpec(strong, { ...weak, specType: SPEC_TYPE.prim }) : strong;
    }, undefined);
    if (!spec || !(isAsked || isDefined(spec))) {
      return;
    }
    const said = Object.entries(spec.fields).filter(([name]) => !ARCS.includes(name));
    this.#out[path] = { specType: SPEC_TYPE.prim, fields: Object.fromEntries(said) };
    for (const site of sites) {
      this.#putProperties(path, site);
    }
    this.#putChildren(path, sites);
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
    if (this.#numbers > MOST_NUMBERS) {
      throw new RefusedError('The file repeats its parts more often than can be drawn.');
    }
  }

  #putChildren(path: string, sites: readonly Site[]): void {
    const names = sites.flatMap(({ stack, path: source }) => [
      ...stringsIn(stack.specs[source]?.fields.primChildren),
      ...stack.childrenOf(source),
    ]);
    for (const name of new Set(names)) {
      this.#put(below(path, name), this.#sitesBelow(sites, name), false);
    }
  }

  #sitesBelow(sites: readonly Site[], name: string): Site[] {
    const chosen: Record<string, unknown> = {};
    return sites.flatMap((site) => this.#follow({ ...site, path: below(site.path, name) }, chosen));
  }

  /** Puts what is drawn many times in what draws it, wherever it lies. */
  #putPrototypes(path: string, instancer: readonly Site[]): void {
    const targets = stringsIn(this.#out[`${path}.prototypes`]?.fields.targetPaths);
    const trail = instancer.flatMap((site) => site.trail);
    targets.forEach((target, i) => {
      const to = `${path}/prototype${i}`;
      const from = this.#moves.reduceRight((at, move) => rebased(at, move.to, move.from), target);
      const key = `prototype ${from}`;
      assertNew(trail, key);
      this.#moves.push({ from, to });
      const sites = this.#sitesAt(from).map((site) => ({
        ...site,
        map: (inner: string) => rebased(site.map(inner), from, to),
        trail: [...trail, ...site.trail, key],
      }));
      this.#put(to, sites, true);
    });
  }

  #sitesAt(path: string): readonly Site[] {
    const names = path.split('/').filter(Boolean);
    return names.reduce<readonly Site[]>((found, name) => this.#sitesBelow(found, name), this.#roots);
  }

  /**
   * All places where something is said of a part, the strongest first.
   * @param chosen - which variants, as the stronger have it; what is chosen here is added
   */
  #follow(site: Site, chosen: Record<string, unknown>): Site[] {
    const { stack, path, map } = site;
    const fields = stack.specs[path]?.fields;
    if (!fields) {
      return [];
    }
    this.#parts += 1;
    if (this.#parts > MOST_PARTS) {
      throw new RefusedError('The file repeats its parts more often than can be drawn.');
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
        return this.#follow({ ...site, path: `${path}/{${set}=${String(variant)}}` }, chosen);
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
    return this.#follow({ ...target, trail: [...trail, key] }, chosen);
  }
}

function assertNew(trail: readonly string[], key: string): void {
  if (trail.includes(key)) {
    throw new RefusedError('The file is damaged: a part of it holds itself.');
  }
}

function below(path: string, name: string): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}

/** Where in the whole a part is; the names of variants are in no path of the whole. */
function placeOf({ path, map }: Site): string {
  return map(path.replace(/\/\{[^}]*\}/g, ''));
}

function rebased(path: string, from: string, to: string): string {
  return rebasedOr(path, from, to, (other) => other);
}

/** A path with another beginning, or what becomes of paths that begin in another way. */
function rebasedOr(path: string, from: string, to: string, otherwise: (path: string) => string): string {
  const isInside = path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}.`);
  return isInside ? `${to}${path.slice(from.length)}` : otherwise(path);
}

/** The part that is meant where only a layer is named. */
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
