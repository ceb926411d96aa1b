import { RefusedError } from '../refused-error.ts';
import { flattenFaces } from './flatten-faces.ts';
import type { LayerSpecs } from './layers.ts';
import { placeInOrder } from './place-in-order.ts';
import { wholeSubsets } from './whole-subsets.ts';

/** So many things are looked at on the way to what references ask for; a few lines of text can ask for billions. */
const MOST_LOOKS = 50_000_000;
const DRAWN =
  /^(Mesh|Cube|Sphere|Cylinder|Cone|Capsule|Plane|Points|BasisCurves|NurbsCurves|NurbsPatch|PointInstancer)$/;
const HIDDEN_PURPOSES: ReadonlySet<unknown> = new Set(['guide', 'proxy']);

/**
 * Rewrites what a layer says, in place, so that three's composer reads it as it is meant. That one draws what is hidden or
 * stands in for something, leaves out copies of parts of the same layer and faces that are in no subset, makes all faces
 * smooth, and knows some of the ways to turn things.
 * @throws {@link RefusedError} for parts that come to more than can be drawn.
 */
export function tidySpecs(specs: LayerSpecs): void {
  new Copies(specs).make();
  const hidden = new Set(Object.keys(specs).filter((path) => isPart(path) && isHidden(specs, path)));
  // Holders come before what they hold.
  for (const path of Object.keys(specs).filter(isPart).sort()) {
    // Materials that lie in what is hidden may be used elsewhere.
    if (isDrawn(specs, path) && outwards(path).some((holder) => hidden.has(holder))) {
      delete specs[path];
    } else {
      placeInOrder(specs, path, outwards(path).slice(0, -1));
      flattenFaces(specs, path);
    }
  }
  wholeSubsets(specs);
}

/** Whether a path is that of a part, and not of something that is said of one. */
function isPart(path: string): boolean {
  return !path.includes('.');
}

function isDrawn(specs: LayerSpecs, path: string): boolean {
  return DRAWN.test(String(specs[path]?.fields.typeName));
}

function isHidden(specs: LayerSpecs, path: string): boolean {
  const said = (name: string) => specs[`${path}.${name}`]?.fields.default;
  return (
    specs[path]?.fields.active === false ||
    said('visibility') === 'invisible' ||
    HIDDEN_PURPOSES.has(said('purpose'))
  );
}

/** A part and all that hold it. */
function outwards(path: string): string[] {
  return [...path.matchAll(/\/[^/]+/g)].map(({ index, 0: name }) => path.slice(0, index + name.length));
}

/** What `references = </Somewhere>` asks for; names of other layers are the composer's. */
class Copies {
  readonly #specs: LayerSpecs;
  readonly #open = new Set<string>();
  #looks = 0;

  constructor(specs: LayerSpecs) {
    this.#specs = specs;
  }

  make(): void {
    for (const path of Object.keys(this.#specs)) {
      this.#fill(path);
    }
  }

  /** Puts in a part what it refers to, whose own references come first. */
  #fill(path: string): void {
    const own = this.#specs[path];
    const { references } = own?.fields ?? {};
    const source = Array.isArray(references)
      ? /^\[?\s*<(\/[^>]+)>/.exec(String(references[0]))?.[1]
      : undefined;
    if (!own || source === undefined || !this.#specs[source]) {
      return;
    }
    if (this.#open.has(path) || `${path}/`.startsWith(`${source}/`) || `${source}/`.startsWith(`${path}/`)) {
      throw new RefusedError('The file is damaged: a part of it holds itself.');
    }
    this.#open.add(path);
    const inner = this.#below(source);
    for (const key of inner) {
      this.#fill(key);
    }
    const { references: _, ...fields } = own.fields;
    own.fields = { ...this.#specs[source]?.fields, ...fields, ...this.#childrenOf(path, source) };
    this.#copy(source, path);
    this.#open.delete(path);
  }

  #childrenOf(path: string, source: string): { primChildren: unknown[] } {
    const lists = [source, path].map((at) => this.#specs[at]?.fields.primChildren);
    return { primChildren: [...new Set(lists.flatMap((list) => (Array.isArray(list) ? list : [])))] };
  }

  #copy(source: string, path: string): void {
    for (const key of this.#below(source)) {
      const to = `${path}${key.slice(source.length)}`;
      const spec = this.#specs[key];
      if (spec && !this.#specs[to]) {
        this.#specs[to] = { ...spec, fields: { ...spec.fields } };
      }
    }
  }

  /** A part and all in it, as paths. */
  #below(path: string): string[] {
    const all = Object.keys(this.#specs);
    this.#looks += all.length;
    if (this.#looks > MOST_LOOKS) {
      throw new RefusedError('The file repeats its parts more often than can be drawn.');
    }
    return all.filter((key) => key === path || key.startsWith(`${path}/`) || key.startsWith(`${path}.`));
  }
}
