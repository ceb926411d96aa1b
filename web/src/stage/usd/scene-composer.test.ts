import { strToU8 } from 'fflate';
import {
  DoubleSide,
  FrontSide,
  LoadingManager,
  Mesh,
  type MeshPhysicalMaterial,
  type Object3D,
  PropertyBinding,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { composeLayers } from './compose-layers.ts';
import { openUsd } from './layers.ts';
import { SceneComposer } from './scene-composer.ts';

function composed(body: string) {
  const { root, layers } = openUsd(strToU8(`#usda 1.0\n${body}\n`).slice().buffer);
  const composer = new SceneComposer(new LoadingManager());
  const scene = composer.compose({ specsByPath: composeLayers(root, layers) });
  scene.updateMatrixWorld(true);
  return { scene, composer };
}

const TRIANGLE =
  'int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\npoint3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0)]';
const mesh = (name: string, lines = '') => `def Mesh "${name}" { ${TRIANGLE}\n${lines} }`;
const meshesOf = (root: Object3D): Mesh[] => {
  const found: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) {
      found.push(object);
    }
  });
  return found;
};
const numbersOf = ({ geometry }: Mesh, name: string) =>
  Array.from(geometry.getAttribute(name)?.array ?? [], (value) => value + 0);
const onlyMesh = (body: string): Mesh => {
  const [found = new Mesh(), ...others] = meshesOf(composed(body).scene);
  expect(others).toEqual([]);
  return found;
};
const places = (root: Object3D) =>
  meshesOf(root).map((one) => one.getWorldPosition(new Vector3()).toArray().map(Math.round));

describe('a USD mesh', () => {
  it('of left-handed orientation is reversed, with generated normals', () => {
    const lines =
      'uniform token orientation = "leftHanded"\ntexCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)]';
    const turned = onlyMesh(mesh('A', lines));
    expect(numbersOf(turned, 'position')).toEqual([0, 0, 0, 0, 2, 0, 1, 0, 0]);
    expect(numbersOf(turned, 'uv')).toEqual([0, 0, 0, 1, 1, 0]);
    expect(numbersOf(turned, 'normal').slice(0, 3)).toEqual([0, 0, -1]);
    const own = onlyMesh(mesh('A', `${lines}\nnormal3f[] normals = [(0, 0, 1), (0, 0, 1), (0, 0, 1)]`));
    expect(numbersOf(own, 'normal').slice(0, 3)).toEqual([0, 0, 1]);
  });

  it('is double-sided if stated, and shares its material with equal meshes', () => {
    const paint =
      'def Material "Paint" { token outputs:surface.connect = </Paint/S.outputs:surface>\ndef Shader "S" { uniform token info:id = "UsdPreviewSurface" } }';
    const bound = 'rel material:binding = </Paint>';
    const two = `${bound}\nuniform bool doubleSided = 1`;
    const { scene } = composed(`${mesh('A', two)} ${mesh('B', bound)} ${mesh('C', two)} ${paint}`);
    const [a, b, c] = meshesOf(scene).map(({ material }) => material as MeshPhysicalMaterial);
    expect([a?.side, b?.side, a?.name]).toEqual([DoubleSide, FrontSide, 'Paint']);
    expect(c).toBe(a);
  });

  it('has the materials of its subsets, and its display colors without any', () => {
    const subset = (name: string, faces: string, more = '') =>
      `def GeomSubset "${name}" { int[] indices = [${faces}]\n${more} }`;
    const paint = (name: string) =>
      `def Material "${name}" { token outputs:surface.connect = </${name}/S.outputs:surface>
       def Shader "S" { uniform token info:id = "UsdPreviewSurface" } }`;
    const { scene } = composed(`def Mesh "A" { int[] faceVertexCounts = [3, 3, 3]
      int[] faceVertexIndices = [0, 1, 2, 0, 2, 1, 1, 2, 0]
      point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (5, 5, 5)]
      color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0), (0, 0, 1)] (interpolation = "uniform")
      ${subset('Bare', '1')} ${subset('B', '2', 'rel material:binding = </Blue>')}
      ${subset('R', '0', 'rel material:binding = </Red>')} }
      ${paint('Red')} ${paint('Blue')}`);
    const [found = new Mesh()] = meshesOf(scene);
    const materials = [found.material].flat();
    const worn = found.geometry.groups.map(({ start, materialIndex }) => ({
      name: materials[materialIndex ?? 0]?.name,
      isColoured: materials[materialIndex ?? 0]?.vertexColors,
      colour: numbersOf(found, 'color').slice(start * 3, start * 3 + 3),
    }));
    expect(worn).toEqual([
      { name: '', isColoured: true, colour: [0, 1, 0] },
      { name: 'Blue', isColoured: false, colour: [1, 1, 1] },
      { name: 'Red', isColoured: false, colour: [1, 1, 1] },
    ]);
  });

  it.each([
    ['corners', '[(1, 0, 0), (0, 1, 0), (0, 0, 1)]', '', [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    [
      'corners with indices',
      '[(0, 0, 1), (1, 0, 0)]',
      'int[] primvars:displayColor:indices = [1, 1, 0]',
      [1, 0, 0, 1, 0, 0, 0, 0, 1],
    ],
  ])('has the colors of its %s', (_, colours, more, expected) => {
    const coloured = onlyMesh(mesh('A', `color3f[] primvars:displayColor = ${colours}\n${more}`));
    expect(numbersOf(coloured, 'color')).toEqual(expected);
    const { color, vertexColors } = coloured.material as MeshPhysicalMaterial;
    expect([color.getHex(), vertexColors]).toEqual([0xffffff, true]);
  });

  it('has the colors of its faces', () => {
    const coloured = onlyMesh(
      'def Mesh "A" { int[] faceVertexCounts = [3, 3]\nint[] faceVertexIndices = [0, 1, 2, 0, 2, 1]\npoint3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (9, 9, 9)]\ncolor3f[] primvars:displayColor = [(1, 0, 0), (0, 0, 1)] }',
    );
    expect(numbersOf(coloured, 'color')).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  it('with a display color and no material uses no unassigned material', () => {
    const looks =
      'def Scope "Looks" { def Material "Red" { def Shader "S" { uniform token info:id = "UsdPreviewSurface"\ncolor3f inputs:diffuseColor = (1, 0, 0) } } }';
    const green = onlyMesh(
      `def Xform "Root" { ${mesh('A', 'color3f[] primvars:displayColor = [(0, 1, 0)]')} ${looks} }`,
    );
    expect((green.material as MeshPhysicalMaterial).color.getHex()).toBe(0x00ff00);
  });
});

describe('a USD mesh without points', () => {
  it('is omitted, while other meshes remain', () => {
    const empty = 'def Mesh "E" {} def Mesh "F" { point3f[] points = [] }';
    expect(meshesOf(composed(`${empty} ${mesh('A')}`).scene).map(({ name }) => name)).toEqual(['A']);
  });
});

describe('a point instancer', () => {
  const instancer = (lines: string, proto = mesh('M')) =>
    `def PointInstancer "P" { rel prototypes = [</P/A>]\nint[] protoIndices = [0, 0, 0]\npoint3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]\n${lines}\ndef Xform "A" { double3 xformOp:translate = (1, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"]\n${proto} } }`;

  it('draws its prototypes only at its positions', () => {
    expect(places(composed(instancer('')).scene)).toEqual([
      [1, 0, 0],
      [6, 0, 0],
      [1, 0, 7],
    ]);
  });

  it('rotates and scales instances, and omits hidden ones', () => {
    const lines =
      'quath[] orientations = [(1, 0, 0, 0), (0.7071, 0, 0.7071, 0), (1, 0, 0, 0)]\nfloat3[] scales = [(1, 1, 1), (3, 3, 3), (1, 1, 1)]\nint64[] ids = [10, 11, 12]\nint64[] invisibleIds = [10]';
    expect(places(composed(instancer(lines)).scene)).toEqual([
      [5, 0, -3],
      [1, 0, 7],
    ]);
  });

  it('draws prototypes that contain instancers', () => {
    const inner = `def PointInstancer "Q" { rel prototypes = </P/A/Q/Leaf>\nint[] protoIndices = [0, 0]\npoint3f[] positions = [(0, 0, 0), (0, 2, 0)]\nover "Leaf" { ${mesh('M')} } }`;
    expect(places(composed(instancer('', inner)).scene)).toHaveLength(6);
  });

  it('is rejected when it draws too many instances', () => {
    const many = Array<number>(200_000).fill(0).join();
    expect(() => composed(instancer('').replace('[0, 0, 0]', `[${many}]`))).toThrow('limit.copies');
  });

  it('is rejected when it and others draw too many instances together', () => {
    const half = instancer('').replace('[0, 0, 0]', `[${Array<number>(30_000).fill(0).join()}]`);
    expect(() => composed(`${half} def "Other" (references = </P>) {}`)).toThrow('limit.copies');
  });

  it('reports animations that its instances do not play', () => {
    const { scene, composer } = composed(
      instancer('', mesh('M', 'double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (1, 0, 0) }')),
    );
    expect(scene.animations).toEqual([]);
    expect(composer.stillCopies).toContain('/P/prototype0/M');
  });
});

describe('animations of a USD file', () => {
  it('are distinguished when several nodes have the same name', () => {
    const wheel = (to: string) =>
      `def Xform "Wheel" { double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: ${to} }\n${mesh('M')} }`;
    const { scene } = composed(
      `def Xform "A" { ${wheel('(1, 0, 0)')} } def Xform "B" { ${wheel('(0, 5, 0)')} }`,
    );
    const bound = scene.animations[0]?.tracks.map(({ name, values }) => {
      const { nodeName } = PropertyBinding.parseTrackName(name);
      const moved = scene.getObjectByProperty('uuid', nodeName);
      return [moved?.parent?.name, Array.from(values.slice(3))];
    });
    expect(bound).toEqual([
      ['A', [1, 0, 0]],
      ['B', [0, 5, 0]],
    ]);
  });
});
