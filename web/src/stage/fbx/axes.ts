import { Group, Matrix4, type Object3D, Vector3 } from 'three';
import { numbersOf } from './fbx-graph.ts';
import { childOf, type FbxFile, type FbxNode, textAt } from './fbx-node.ts';

/** Settings of a file's axes, with those of Y up, Z to the viewer and X to the right. */
const DEFAULTS = { CoordAxis: 0, UpAxis: 1, FrontAxis: 2 } as const;
const UP_AXIS = 'UpAxis';
const [Y, Z] = [1, 2];

/**
 * Takes the axes out of a file, in place. three.js' loader knows only Y and Z up.
 * In a file with a single root, it replaces the rotation of that root.
 * @returns the turn to Y up, which mirrors files with left-handed axes; null where nothing turns.
 */
export function takeAxes(file: FbxFile): Matrix4 | null {
  const settings = file.nodes.find(({ name }) => name === 'GlobalSettings');
  const properties = childOf(settings, 'Properties70')?.children ?? [];
  const matrix = matrixOf(properties);
  for (const property of properties.filter((one) => textAt(one, 0) === UP_AXIS)) {
    property.values[4] = { kind: 'int', value: Y };
  }
  return matrix.equals(new Matrix4()) ? null : matrix;
}

/** Turns a loaded model, whose root keeps its transform and its animation. */
export function turnAxes(root: Object3D, axes: Matrix4 | null): Object3D {
  if (!axes) {
    return root;
  }
  const turned = new Group().add(root);
  turned.applyMatrix4(axes);
  turned.userData = root.userData;
  turned.animations = root.animations;
  return turned;
}

function matrixOf(properties: readonly FbxNode[]): Matrix4 {
  const read = (name: string): number | undefined => {
    const property = properties.find((one) => textAt(one, 0) === name);
    return property && numbersOf(property)[0];
  };
  const [right, up, front] = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const axis = read(name) ?? fallback;
    const vector = new Vector3();
    return axis === 0 || axis === Y || axis === Z
      ? vector.setComponent(axis, (read(`${name}Sign`) ?? 1) < 0 ? -1 : 1)
      : vector;
  });
  // The rows of the matrix are the axes of the file.
  const matrix = right && up && front ? new Matrix4().makeBasis(right, up, front).transpose() : new Matrix4();
  const isWhole = Math.abs(matrix.determinant()) === 1;
  return isWhole ? matrix : read(UP_AXIS) === Z ? new Matrix4().makeRotationX(-Math.PI / 2) : new Matrix4();
}
