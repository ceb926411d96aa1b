import { flattenFaces } from './flatten-faces.ts';
import type { LayerSpecs } from './layer-specs.ts';
import { placeInOrder } from './place-in-order.ts';
import { wholeSubsets } from './whole-subsets.ts';

const DRAWN =
  /^(Mesh|Cube|Sphere|Cylinder|Cone|Capsule|Plane|Points|BasisCurves|NurbsCurves|NurbsPatch|PointInstancer)$/;
const HIDDEN_PURPOSES: ReadonlySet<unknown> = new Set(['guide', 'proxy']);

/**
 * Rewrites what a layer says, in place, so that three's composer reads it as it is meant. That one draws what is hidden or
 * stands in for something, leaves out faces that are in no subset, makes all faces smooth, and knows some of the ways to
 * turn things.
 */
export function tidySpecs(specs: LayerSpecs): void {
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
    Boolean(specs[path]?.fields.active ?? true) === false ||
    said('visibility') === 'invisible' ||
    HIDDEN_PURPOSES.has(said('purpose'))
  );
}

/** A part and all that hold it. */
function outwards(path: string): string[] {
  return [...path.matchAll(/\/[^/]+/g)].map(({ index, 0: name }) => path.slice(0, index + name.length));
}
