import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { Box3, Mesh, type MeshStandardMaterial, type Object3D, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { FileSet } from '../file-set.ts';
import { graphOf } from './fbx-graph.ts';
import { loadFbx } from './load-fbx.ts';
import { preparePbrMaterials } from './pbr-materials.ts';
import { readTextFbx } from './read-text.ts';

type Parts = {
  creator?: string;
  settings?: string;
  vertices?: readonly number[];
  corners?: readonly number[];
  layers?: string;
  material?: string;
  placing?: string;
  objects?: string;
  connections?: string;
};

/** A text FBX with one mesh. */
function fbx(parts: Parts): ArrayBuffer {
  const { vertices = [1, 3, 5, 2, 3, 5, 1, 4, 5, 1, 3, 6], corners = [0, 1, ~2, 0, 1, ~3] } = parts;
  const text = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
FBXVersion: 7400
Creator: "${parts.creator ?? ''}"
}
GlobalSettings:  {
Properties70:  {
${parts.settings ?? ''}
}
}
Objects:  {
Geometry: 1, "Geometry::", "Mesh" {
Vertices: *${vertices.length} {
a: ${vertices.join()}
}
PolygonVertexIndex: *${corners.length} {
a: ${corners.join()}
}
${parts.layers ?? ''}
}
Model: 2, "Model::Thing", "Mesh" {
Properties70:  {
${parts.placing ?? ''}
}
}
Material: 3, "Material::Paint", "" {
ShadingModel: "phong"
Properties70:  {
${parts.material ?? ''}
}
}
${parts.objects ?? ''}
}
Connections:  {
C: "OO",2,0
C: "OO",1,2
C: "OO",3,2
${parts.connections ?? ''}
}`;
  return new TextEncoder().encode(text).buffer;
}

const load = (parts: Parts, files = new FileSet([])) => loadFbx(fbx(parts), files);

function boxOf(root: Object3D): number[] {
  root.updateMatrixWorld(true);
  const { min, max } = new Box3().setFromObject(root);
  return [...min.toArray(), ...max.toArray()].map((value) => Math.round(value * 1_000) / 1_000 + 0);
}

function meshOf(root: Object3D): Mesh {
  let found: Mesh | null = null;
  root.traverse((object) => {
    found = object instanceof Mesh ? object : found;
  });
  if (!found) {
    throw new Error('There is no mesh');
  }
  return found;
}

const AXES = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => ({ axis, sign })));
/** All systems of axes: each has an axis to the right, one upwards and one to the front, in either direction. */
const SYSTEMS = AXES.flatMap((right) =>
  AXES.flatMap((up) =>
    AXES.filter((front) => new Set([right.axis, up.axis, front.axis]).size === 3).map((front) => ({
      right,
      up,
      front,
    })),
  ),
);

describe('FBX axis systems', () => {
  it('include 48 combinations', () => {
    expect(SYSTEMS).toHaveLength(48);
  });

  it.each(SYSTEMS)('are converted upright: right $right, up $up, front $front', ({ right, up, front }) => {
    const one = (name: string, { axis, sign }: { axis: number; sign: number }) =>
      `P: "${name}Axis", "int", "Integer", "",${axis}\nP: "${name}AxisSign", "int", "Integer", "",${sign}`;
    const settings = [one('Coord', right), one('Up', up), one('Front', front)].join('\n');
    // Points with the coordinates right 1–2, up 3–4 and front 5–6.
    const points = [
      [1, 3, 5],
      [2, 3, 5],
      [1, 4, 5],
      [1, 3, 6],
    ].map(([x = 0, y = 0, z = 0]) => {
      const point = new Vector3();
      point.setComponent(right.axis, right.sign * x);
      point.setComponent(up.axis, up.sign * y);
      point.setComponent(front.axis, front.sign * z);
      return point;
    });
    const vertices = points.flatMap((point) => point.toArray());
    expect(boxOf(load({ settings, vertices }))).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it.each([
    ['no axis settings', '', [1, 3, 5, 2, 4, 6]],
    ['only the up axis Z', 'P: "UpAxis", "int", "Integer", "",2', [1, 5, -4, 2, 6, -3]],
    [
      'the same axis twice',
      'P: "UpAxis", "int", "Integer", "",1\nP: "FrontAxis", "int", "Integer", "",1',
      [1, 3, 5, 2, 4, 6],
    ],
  ])('fall back to the usual axes with %s', (_, settings, box) => {
    expect(boxOf(load({ settings }))).toEqual(box);
  });

  it('keep the rotation of a single root node in the file', () => {
    const settings = 'P: "UpAxis", "int", "Integer", "",2';
    const objects =
      'Model: 9, "Model::Root", "Null" {\nProperties70:  {\nP: "Lcl Rotation", "Lcl Rotation", "", "A",0,0,90\n}\n}';
    const parts = { settings, objects, connections: 'C: "OO",9,0' };
    const loose = new TextDecoder().decode(fbx(parts)).replace('C: "OO",2,0', 'C: "OO",2,9');
    const root = loadFbx(new TextEncoder().encode(loose).buffer, new FileSet([]));
    // Turned about Z in the file, then laid from Z up to Y up.
    expect(boxOf(root)).toEqual([-4, 5, -2, -3, 6, -1]);
  });
});

describe('FBX polygons', () => {
  const area = (mesh: Mesh) => {
    const at = mesh.geometry.getAttribute('position');
    const point = (i: number) => new Vector3().fromBufferAttribute(at, i);
    let sum = 0;
    for (let i = 0; i < at.count; i += 3) {
      sum +=
        point(i + 1)
          .sub(point(i))
          .cross(point(i + 2).sub(point(i)))
          .length() / 2;
    }
    return sum;
  };

  it.each([
    ['are flat', [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0], 4],
    ['are strongly concave', [0, 0, 0, 2, 0, 0, 1.9, 0.1, 0, 2, 2, 0], null],
    ['have duplicate corners', [0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 2, 0], 2],
    ['have no area', [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0], 0],
    ['intersect themselves', [0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 2, 0], null],
    ['fold', [0, 0, 0, 2, 0, 0, 0, 0.1, 3, 0.2, 0, 0.1], null],
  ])('keep all triangles when they %s', (_, vertices, expected) => {
    const uv = [0, 0, 1, 0, 1, 1, 0, 1];
    const normals = [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0];
    const layers = `LayerElementUV: 0 {
MappingInformationType: "ByPolygonVertex"
ReferenceInformationType: "IndexToDirect"
UV: *8 {
a: ${uv.join()}
}
UVIndex: *4 {
a: 0,1,2,3
}
}
LayerElementNormal: 0 {
MappingInformationType: "ByPolygonVertex"
ReferenceInformationType: "Direct"
Normals: *12 {
a: ${normals.join()}
}
}`;
    const mesh = meshOf(load({ vertices, corners: [0, 1, 2, ~3], layers }));
    const { position, uv: uvs, normal } = mesh.geometry.attributes;
    expect(position?.count).toBe(6);
    if (expected !== null) {
      expect(area(mesh)).toBeCloseTo(expected, 5);
    }
    // Each corner keeps its coordinates and its normal.
    for (let i = 0; i < 6; i += 1) {
      const corner = [0, 1, 2, 3].findIndex(
        (at) => uvs?.getX(i) === uv[at * 2] && uvs?.getY(i) === uv[at * 2 + 1],
      );
      const place = vertices.slice(corner * 3, corner * 3 + 3);
      [position?.getX(i), position?.getY(i), position?.getZ(i)].forEach(
        (value, axis) => void expect(value).toBeCloseTo(place[axis] ?? 0, 5),
      );
      expect([normal?.getX(i), normal?.getY(i), normal?.getZ(i)]).toEqual(
        normals.slice(corner * 3, corner * 3 + 3),
      );
    }
  });
});

describe('FBX layers', () => {
  it.each([
    ['normals', 'LayerElementNormal', 'Normals', 3, 'normal'],
    ['coordinates', 'LayerElementUV', 'UV', 2, 'uv'],
    ['colours', 'LayerElementColor', 'Colors', 4, 'color'],
  ])('keep their %s without the index list that they name', (_, layer, data, size, attribute) => {
    const numbers = Array.from({ length: 3 * size }, (__, i) => (i % (size + 1) === 0 ? 1 : 0));
    const layers = `${layer}: 0 {
MappingInformationType: "ByPolygonVertex"
ReferenceInformationType: "IndexToDirect"
${data}: *${numbers.length} {
a: ${numbers.join()}
}
}`;
    const mesh = meshOf(load({ corners: [0, 1, ~2], layers }));
    expect(mesh.geometry.getAttribute(attribute).count).toBe(3);
    expect(mesh.geometry.getAttribute(attribute).getX(0)).toBe(1);
  });
});

describe('FBX edges', () => {
  it('are omitted beside faces and reported', () => {
    const files = new FileSet([]);
    const root = load({ corners: [0, ~1, 0, 1, ~2, 3, ~0, ~1] }, files);
    expect(meshOf(root).geometry.getAttribute('position').count).toBe(3);
    expect(inEnglish(files.dropped)).toEqual(['Edges without faces, which are not imported']);
  });
});

describe('FBX curves', () => {
  const curve = `Geometry: 20, "Geometry::", "NurbsCurve" {
Order: 2
Form: "Open"
Points: *8 {
a: 0,0,0,1,1,0,0,1
}
KnotVector: *4 {
a: 0,0,1,1
}
}
Model: 21, "Model::Control", "NurbsCurve" {
}`;
  const connections = 'C: "OO",20,21\nC: "OO",21,0';
  const linesOf = (root: Object3D) => {
    const lines: Object3D[] = [];
    root.traverse((object) => void ('isLine' in object && lines.push(object)));
    return lines;
  };

  it('are omitted beside meshes and reported', () => {
    const files = new FileSet([]);
    expect(linesOf(load({ objects: curve, connections }, files))).toEqual([]);
    expect(inEnglish(files.dropped)).toEqual(['1 curves, which are not imported']);
  });

  it('are imported when there is nothing else', () => {
    const text = new TextDecoder().decode(fbx({ objects: curve, connections }));
    const alone = text.replace('C: "OO",1,2', '').replace('C: "OO",2,0', '');
    const files = new FileSet([]);
    expect(linesOf(loadFbx(new TextEncoder().encode(alone).buffer, files))).toHaveLength(1);
    expect(files.dropped).toEqual([]);
  });
});

const number = (name: string, value: number) => `P: "${name}", "Number", "", "A",${value}`;
const color = (name: string, value: string) => `P: "${name}", "Color", "", "A",${value}`;

describe('materials written by Blender', () => {
  const material = [
    color('DiffuseColor', '0.25,0.5,0.75'),
    color('EmissiveColor', '1,0.5,0'),
    number('EmissiveFactor', 2),
    number('Shininess', 36),
    number('ReflectionFactor', 0.75),
    number('TransparencyFactor', 0.25),
  ].join('\n');
  const paint = (creator: string) => meshOf(load({ creator, material })).material as MeshStandardMaterial;

  it.each([
    'Blender (stable FBX IO) - 2.80 (sub 75) - 4.14.14',
    'Blender (stable FBX IO) - 2.93.0 - 4.22.0',
    'Blender (stable FBX IO) - 4.2.0 - 5.12.5',
  ])('are restored from a file of %s', (creator) => {
    const made = paint(creator);
    expect(made.isMeshStandardMaterial).toBe(true);
    expect(made.name).toBe('Paint');
    expect(made.color.toArray()).toEqual([0.25, 0.5, 0.75]);
    expect(made.roughness).toBeCloseTo(0.4, 5);
    expect([made.metalness, made.opacity, made.transparent]).toEqual([0.75, 0.75, true]);
    expect(made.emissive.clone().multiplyScalar(made.emissiveIntensity).toArray()).toEqual([2, 1, 0]);
  });

  it.each(['Blender (stable FBX IO) - 2.79 (sub 0) - 3.7.17', 'FBX SDK/FBX Plugins version 2020.3', ''])(
    'are not assumed for "%s"',
    (creator) => {
      expect(paint(creator).isMeshStandardMaterial).toBeUndefined();
    },
  );
});

describe('pictures behind a texture graph', () => {
  const texture = (id: number, file: string) => `Texture: ${id}, "Texture::T${id}", "" {
FileName: "${file}"
RelativeFilename: "${file}"
}`;
  const lossesOf = (links: string) => {
    const objects = [texture(20, ''), texture(21, ''), texture(22, 'wood.png')].join('\n');
    const material = 'P: "Maya|baseColor", "ColorAndAlpha", "", "A",1,0,0,1';
    const parts = { material, objects, connections: `C: "OP",20,3, "Maya|baseColor"\n${links}` };
    const dropped: ImportMessage[] = [];
    const graph = graphOf(readTextFbx(new TextDecoder().decode(fbx(parts))));
    if (!graph) {
      throw new Error('The file has no objects');
    }
    preparePbrMaterials(graph, { isBlender: false, dropped });
    return inEnglish(dropped);
  };

  it.each([
    ['a chain of nodes', 'C: "OP",22,20, "input"', []],
    ['no picture', 'C: "OP",21,20, "a"', []],
    ['a cycle', 'C: "OP",21,20, "a"\nC: "OP",20,21, "a"', []],
    [
      'a mix whose first input has no picture',
      'C: "OP",21,20, "a"\nC: "OP",22,20, "b"',
      ['Maps of the material Paint for properties that glTF does not have'],
    ],
  ])('are imported or reported: %s', (_, links, lines) => {
    expect(lossesOf(links)).toEqual(lines);
  });
});

describe('a skin', () => {
  const cluster = (id: number, vertex: number) => `Deformer: ${id}, "SubDeformer::", "Cluster" {
Indexes: *1 {
a: ${vertex}
}
Weights: *1 {
a: 1
}
Transform: *16 {
a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
}
TransformLink: *16 {
a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
}
}`;

  it('with a missing bone keeps its vertices in place and reports the loss', () => {
    const objects = ['Deformer: 10, "Deformer::", "Skin" {\n}', cluster(11, 0), cluster(12, 1)].join('\n');
    const bone = 'Model: 13, "Model::Bone", "LimbNode" {\n}';
    const connections = 'C: "OO",10,1\nC: "OO",11,10\nC: "OO",12,10\nC: "OO",13,0\nC: "OO",13,11';
    const files = new FileSet([]);
    const root = load({ objects: `${objects}\n${bone}`, connections }, files);
    expect(inEnglish(files.dropped)).toEqual(['1 skin bones, which are missing']);
    root.traverse((object) => {
      if ('skeleton' in object) {
        const { bones } = object.skeleton as { bones: unknown[] };
        expect(bones.every((one) => one !== undefined && one !== null)).toBe(true);
      }
    });
    expect(boxOf(root)).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it.each([
    [4, []],
    [5, ['Vertices are limited to four joints.']],
  ])('with %s joints per vertex has a warning when glTF has fewer', (count, warnings) => {
    const ids = Array.from({ length: count }, (_, at) => 20 + 2 * at);
    const bones = ids.map((id) => `${cluster(id, 0)}\nModel: ${id + 1}, "Model::Bone${id}", "LimbNode" {\n}`);
    const links = ids.map((id) => `C: "OO",${id},10\nC: "OO",${id + 1},0\nC: "OO",${id + 1},${id}`);
    const objects = ['Deformer: 10, "Deformer::", "Skin" {\n}', ...bones].join('\n');
    const files = new FileSet([]);
    load({ objects, connections: ['C: "OO",10,1', ...links].join('\n') }, files);
    expect(inEnglish(files.warnings)).toEqual(warnings);
  });
});
