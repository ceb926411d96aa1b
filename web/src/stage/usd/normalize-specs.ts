import { completeSubsets } from './complete-subsets.ts';
import { flattenFaces } from './flatten-faces.ts';
import { flattenTransform } from './flatten-transform.ts';
import { indexByCorner } from './index-by-corner.ts';
import type { LayerSpecs } from './layer-specs.ts';

const DRAWN =
  /^(Mesh|Cube|Sphere|Cylinder|Cone|Capsule|Plane|Points|BasisCurves|NurbsCurves|NurbsPatch|PointInstancer)$/;
const HIDDEN_PURPOSES: ReadonlySet<unknown> = new Set(['guide', 'proxy']);

/**
 * Rewrites specs, in place, so that three.js' composer reads them correctly. That composer renders hidden and proxy
 * prims, drops faces outside of subsets, smooths all faces, guesses to what values belong, and supports only some
 * rotation operations.
 */
export function normalizeSpecs(specs: LayerSpecs): void {
  const hidden = new Set(Object.keys(specs).filter((path) => isPart(path) && isHidden(specs, path)));
  // Ancestors come before their descendants.
  for (const path of Object.keys(specs).filter(isPart).sort()) {
    // Materials below hidden prims may be used elsewhere.
    if (isDrawn(specs, path) && outwards(path).some((holder) => hidden.has(holder))) {
      delete specs[path];
    } else {
      flattenTransform(specs, path, outwards(path).slice(0, -1));
      flattenFaces(specs, path);
    }
  }
  indexByCorner(specs);
  completeSubsets(specs);
}

/** Whether a path is a prim's, and not a property's. */
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

/** A prim's path and those of all its ancestors. */
function outwards(path: string): string[] {
  return [...path.matchAll(/\/[^/]+/g)].map(({ index, 0: name }) => path.slice(0, index + name.length));
}
