import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { normalizeSpecs } from './normalize-specs.ts';
import { readUsda } from './read-usda.ts';

function tidied(body: string) {
  const specs = readUsda(`#usda 1.0\n(\n    upAxis = "Y"\n)\n${body}\n`);
  normalizeSpecs(specs);
  return specs;
}
const mesh = (name: string, lines = '') =>
  `def Mesh "${name}"\n{\n    int[] faceVertexCounts = [3]\n${lines}\n}`;
const meshesOf = (specs: ReturnType<typeof tidied>) =>
  Object.keys(specs).filter((path) => specs[path]?.fields.typeName === 'Mesh');

describe('a prim of a USD layer', () => {
  it.each([
    ['is invisible', 'token visibility = "invisible"'],
    ['has the purpose guide', 'uniform token purpose = "guide"'],
    ['has the purpose proxy', 'uniform token purpose = "proxy"'],
  ])('is not drawn, nor are its descendants, when it %s', (_, line) => {
    const held = `def Xform "Holder"\n{\n    ${line}\n    ${mesh('Inner')}\n    def Material "Paint"\n    {\n    }\n}`;
    const specs = tidied(`${mesh('Shown')}\n${mesh('Hidden', line)}\n${held}`);
    expect(meshesOf(specs)).toEqual(['/Shown']);
    expect(specs['/Holder/Paint']).toBeDefined();
  });

  it('is not drawn when inactive', () => {
    const held = `def Xform "Off" (\n    active = false\n)\n{\n    ${mesh('Inner')}\n}`;
    expect(meshesOf(tidied(`${mesh('Shown')}\n${held}`))).toEqual(['/Shown']);
  });

  it.each([
    // Images of the X axis, then of the Z axis, after quarter turns about each axis in that order.
    ['rotateXZY', [90, 90, 90], [0, 1, 0], [0, 0, -1]],
    ['rotateZXY', [90, 90, 90], [1, 0, 0], [0, -1, 0]],
  ])('is rotated by %s in the correct axis order', (name, degrees, alongX, alongZ) => {
    const specs = tidied(
      mesh(
        'Box',
        `float3 xformOp:${name} = (${degrees})\nuniform token[] xformOpOrder = ["xformOp:${name}"]`,
      ),
    );
    const matrix = matrixOf(specs);
    expect(rounded(new Vector3(1, 0, 0).applyMatrix4(matrix))).toEqual(alongX);
    expect(rounded(new Vector3(0, 0, 1).applyMatrix4(matrix))).toEqual(alongZ);
  });

  it('applies all transform ops in order, including inverted ones', () => {
    const specs = tidied(
      mesh(
        'Box',
        [
          'double3 xformOp:translate:there = (5, 0, 0)',
          'float3 xformOp:scale:twice = (2, 2, 2)',
          'double3 xformOp:translate:pivot = (1, 0, 0)',
          'uniform token[] xformOpOrder = ["xformOp:translate:there", "xformOp:translate:pivot", "xformOp:scale:twice", "!invert!xformOp:translate:pivot"]',
        ].join('\n'),
      ),
    );
    expect(rounded(new Vector3(2, 1, 0).applyMatrix4(matrixOf(specs)))).toEqual([8, 2, 0]);
  });

  it('ignores its parent’s transform after resetXformStack', () => {
    const box = mesh(
      'Box',
      'double3 xformOp:translate = (1, 0, 0)\nuniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]',
    );
    const place =
      'double3 xformOp:translate = (5, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"]';
    const specs = tidied(`def Xform "Holder"\n{\n    ${place}\n    ${box}\n}`);
    expect(rounded(new Vector3().applyMatrix4(matrixOf(specs, '/Holder/Box')))).toEqual([-4, 0, 0]);
  });

  it('has flat face normals when its subdivision scheme is none', () => {
    const shape =
      'point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]\nint[] faceVertexIndices = [0, 2, 1, 0, 1, 3]';
    const body = (scheme: string) =>
      `def Mesh "Box"\n{\n    int[] faceVertexCounts = [3, 3]\n    ${shape}\n    uniform token subdivisionScheme = "${scheme}"\n}`;
    const specs = tidied(body('none'));
    const normals = specs['/Box.primvars:normals']?.fields.default;
    expect(Array.isArray(normals) && normals.map((value) => value + 0)).toEqual([0, 0, -1, 0, -1, 0]);
    expect(specs['/Box.primvars:normals:indices']?.fields.default).toEqual([0, 0, 0, 1, 1, 1]);
    expect(tidied(body('catmullClark'))['/Box.primvars:normals']).toBeUndefined();
  });

  it('gets a separate subset for faces in no subset', () => {
    const subset = (name: string, face: number) =>
      `def GeomSubset "${name}"\n{\n    int[] indices = [${face}]\n    rel material:binding = </Blue>\n}`;
    const body = `def Mesh "Box"\n{\n    int[] faceVertexCounts = [3, 3, 3]\n    rel material:binding = </Red>\n    ${subset('A', 2)}`;
    const specs = tidied(`${body}\n}`);
    expect(specs['/Box/rest.indices']?.fields.default).toEqual([0, 1]);
    expect(specs['/Box/rest.material:binding']).toBe(specs['/Box.material:binding']);
    expect(tidied(`${body}\n${subset('B', 0)}\n${subset('C', 1)}\n}`)['/Box/rest']).toBeUndefined();
  });

  it.each([
    ['have no material', 'int[] indices = [0]'],
    [
      'consist of points',
      'uniform token elementType = "point"\nint[] indices = [0]\nrel material:binding = </Blue>',
    ],
  ])('drops subsets that %s', (_, lines) => {
    const specs = tidied(mesh('Box', `def GeomSubset "A" { ${lines} }`));
    expect([specs['/Box/A'], specs['/Box/rest']]).toEqual([undefined, undefined]);
  });

  it('keeps transforms that the loader supports', () => {
    const lines =
      'float3 xformOp:rotateXYZ = (1, 2, 3)\nuniform token[] xformOpOrder = ["xformOp:rotateXYZ"]';
    expect(tidied(mesh('Box', lines))['/Box.xformOp:transform']).toBeUndefined();
  });
});

function matrixOf(specs: ReturnType<typeof tidied>, path = '/Box'): Matrix4 {
  const numbers = specs[`${path}.xformOp:transform`]?.fields.default;
  return new Matrix4().fromArray(Array.isArray(numbers) ? numbers : []);
}

function rounded(vector: Vector3): number[] {
  return vector.toArray().map((value) => Math.round(value) + 0);
}
