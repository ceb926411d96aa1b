import { Euler, type EulerOrder, Matrix4, Quaternion } from 'three';
import { type LayerSpecs, SPEC_TYPE } from './layer-specs.ts';

/** Transform operations that three.js' composer supports. */
const KNOWN = /^(!invert!)?xformOp:(transform|translate|translate:pivot|scale|rotateXYZ|rotate[XYZ]|orient)$/;
const INVERSE = '!invert!';
const RESET = '!resetXformStack!';
const ORDER = /^rotate([XYZ])([XYZ])([XYZ])$/;
const RADIANS = Math.PI / 180;

/**
 * Replaces unsupported transform operations by one matrix, in place.
 * @param holders - paths of all ancestors, the outermost first; their transforms are already replaced.
 */
export function flattenTransform(specs: LayerSpecs, path: string, holders: readonly string[]): void {
  const fields = specs[path]?.fields;
  const all = orderOf(specs, path);
  const isApart = all.includes(RESET);
  const names = all.filter((name) => name !== RESET);
  if (!fields || all.length === 0 || (!isApart && names.every((name) => KNOWN.test(name)))) {
    return;
  }
  const own = placeOf(specs, path);
  const outer = isApart ? placeWithin(specs, holders) : new Matrix4();
  if (!own || !outer) {
    return;
  }
  // A transform that resets the stack compensates for its ancestors.
  const matrix = outer.invert().multiply(own);
  specs[`${path}.xformOp:transform`] = {
    specType: SPEC_TYPE.attribute,
    fields: { default: matrix.elements, typeName: 'matrix4d' },
  };
  fields.xformOpOrder = ['xformOp:transform'];
  delete specs[`${path}.xformOpOrder`];
}

function orderOf(specs: LayerSpecs, path: string): string[] {
  const order = specs[`${path}.xformOpOrder`]?.fields.default ?? specs[path]?.fields.xformOpOrder;
  return Array.isArray(order) ? order.map(String) : [];
}

/** Local matrix of a prim, null for an animated one. */
function placeOf(specs: LayerSpecs, path: string): Matrix4 | null {
  const matrix = new Matrix4();
  for (const name of orderOf(specs, path).filter((step) => step !== RESET)) {
    const op = specs[`${path}.${name.replace(INVERSE, '')}`]?.fields;
    if (op?.timeSamples !== undefined) {
      return null;
    }
    const step = matrixOf(name.replace(INVERSE, '').split(':')[1] ?? '', op?.default);
    matrix.multiply(name.startsWith(INVERSE) ? step.invert() : step);
  }
  return matrix;
}

/** World matrix of the innermost ancestor, null if one of them is animated. */
function placeWithin(specs: LayerSpecs, holders: readonly string[]): Matrix4 | null {
  const matrix = new Matrix4();
  for (const holder of holders) {
    const place = placeOf(specs, holder);
    if (!place) {
      return null;
    }
    matrix.multiply(place);
  }
  return matrix;
}

/** Matrix of one operation; angles are in degrees, matrices are row-major for row vectors. */
function matrixOf(kind: string, value: unknown): Matrix4 {
  const numbers = [value].flat(2).map(Number);
  const [x = 0, y = 0, z = 0, w = 0] = numbers;
  const matrix = new Matrix4();
  if (kind === 'transform') {
    return numbers.length === 16 ? matrix.fromArray(numbers) : matrix;
  }
  if (kind === 'translate') {
    return matrix.makeTranslation(x, y, z);
  }
  if (kind === 'scale') {
    return matrix.makeScale(x, y, z);
  }
  if (kind === 'orient') {
    return matrix.makeRotationFromQuaternion(new Quaternion(x, y, z, w));
  }
  const [, first, second, third] = ORDER.exec(kind) ?? [];
  if (first !== undefined) {
    // The first rotation is the innermost one.
    const order = `${third}${second}${first}` as EulerOrder;
    return matrix.makeRotationFromEuler(new Euler(x * RADIANS, y * RADIANS, z * RADIANS, order));
  }
  const turns: Readonly<Record<string, [number, number, number]>> = {
    rotateX: [x, 0, 0],
    rotateY: [0, x, 0],
    rotateZ: [0, 0, x],
  };
  const [aroundX, aroundY, aroundZ] = turns[kind] ?? [0, 0, 0];
  return matrix.makeRotationFromEuler(new Euler(aroundX * RADIANS, aroundY * RADIANS, aroundZ * RADIANS));
}
