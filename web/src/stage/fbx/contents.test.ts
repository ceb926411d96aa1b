import { describe, expect, it } from 'vitest';
import { cleanFbx } from './clean-fbx.ts';
import { contentsOfFbx } from './contents.ts';
import { graphOf } from './fbx-graph.ts';
import { findHiddenModels } from './hidden-models.ts';
import { readTextFbx } from './read-text.ts';

const FACES: Record<string, string> = {
  'none at all': '',
  'one for all faces':
    'LayerElementMaterial: 0 {\nMappingInformationType: "AllSame"\nMaterials: *1 {\na: 1\n}\n}',
  'one a face':
    'LayerElementMaterial: 0 {\nMappingInformationType: "ByPolygon"\nMaterials: *2 {\na: 2,0\n}\n}',
  'faces below nought':
    'LayerElementMaterial: 0 {\nMappingInformationType: "ByPolygon"\nMaterials: *2 {\na: -1,1\n}\n}',
  'faces of a material that is not there':
    'LayerElementMaterial: 0 {\nMappingInformationType: "ByPolygon"\nMaterials: *2 {\na: 7,1\n}\n}',
};

const picture = (
  id: number,
  file: string,
  { content = '', hasClip = true } = {},
) => `Texture: ${id}, "Texture::T${id}", "" {
FileName: "C:\\${file}"
RelativeFilename: "${file}"
}
${
  hasClip
    ? `Video: ${id + 100}, "Video::V${id}", "Clip" {
Type: "Clip"
RelativeFilename: "${file}"
${content && `Content: ,\n"${content}"`}
}`
    : ''
}`;

/** Two squares of one model with the materials A, B and C. */
function contents({ faces = '', objects = '', links = '', visibility = 1 } = {}) {
  const text = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
FBXVersion: 7400
}
Objects:  {
Geometry: 1, "Geometry::", "Mesh" {
Vertices: *18 {
a: 0,0,0,1,0,0,1,1,0,0,1,0,0,2,0,1,2,0
}
PolygonVertexIndex: *8 {
a: 0,1,2,-4,3,2,5,-5
}
${faces}
}
Model: 2, "Model::Pair", "Mesh" {
Properties70:  {
P: "Visibility", "Visibility", "", "A",${visibility}
}
}
${['A', 'B', 'C'].map((name, at) => `Material: ${10 + at}, "Material::${name}", "" {\n}`).join('\n')}
${objects}
}
Connections:  {
C: "OO",2,0
C: "OO",1,2
C: "OO",10,2
C: "OO",11,2
C: "OO",12,2
${links}
}`;
  const file = readTextFbx(text);
  cleanFbx(file);
  const graph = graphOf(file);
  return graph && contentsOfFbx(graph, findHiddenModels(graph));
}

describe('the contents of an FBX', () => {
  it.each([
    ['none at all', ['A']],
    ['one for all faces', ['B']],
    ['one a face', ['A', 'C']],
    ['faces below nought', ['A', 'B']],
    ['faces of a material that is not there', ['B']],
  ])('include the materials assigned to faces: %s', (faces, names) => {
    expect(contents({ faces: FACES[faces] })?.materials?.toSorted()).toEqual(names);
  });

  it.each([
    ['of a used material', 'C: "OP",20,10, "DiffuseColor"\nC: "OO",120,20', ['a.png'], 0],
    ['with an unknown relation', 'C: "OP",20,10, "VendorDirt"\nC: "OO",120,20', ['a.png'], 0],
    ['of an unused material', 'C: "OP",20,11, "DiffuseColor"\nC: "OO",120,20', [], 0],
    ['embedded in the file', 'C: "OP",21,10, "DiffuseColor"\nC: "OO",121,21', [], 1],
    ['without a Video clip', 'C: "OP",22,10, "DiffuseColor"', ['c.png'], 0],
    [
      'of a layered texture',
      'C: "OO",20,30\nC: "OO",120,20\nC: "OO",21,30\nC: "OO",121,21\nC: "OP",30,10, "DiffuseColor"',
      ['a.png'],
      1,
    ],
  ])('count pictures %s', (_, links, pictures, embedded) => {
    const objects = [
      picture(20, 'a.png'),
      picture(21, 'b.png', { content: 'aGVsbG8=' }),
      picture(22, 'c.png', { hasClip: false }),
      'LayeredTexture: 30, "LayeredTexture::L", "" {\n}',
    ].join('\n');
    expect(contents({ objects, links })).toMatchObject({ pictures, embedded });
  });

  it('exclude a hidden model', () => {
    expect(contents({ visibility: 0 })).toMatchObject({ materials: [], triangles: 0 });
  });

  it('include the triangles of each model', () => {
    const objects = 'Model: 3, "Model::Copy", "Mesh" {\n}';
    expect(contents({ objects, links: 'C: "OO",3,0\nC: "OO",1,3' })?.triangles).toBe(8);
  });

  it.each([
    ['moves', '0,1', 'T', 1],
    ['has constant values', '1,1', 'T', 0],
    ['animates an unsupported property', '0,1', 'DiffuseColor', 0],
  ])('count an animation only if it changes something: one that %s', (_, values, property, animations) => {
    const objects = `AnimationStack: 40, "AnimStack::One", "" {
}
AnimationStack: 41, "AnimStack::Empty", "" {
}
AnimationLayer: 42, "AnimLayer::Base", "" {
}
AnimationCurveNode: 43, "AnimCurveNode::${property}", "" {
}
AnimationCurve: 44, "AnimCurve::", "" {
KeyTime: *2 {
a: 0,46186158000
}
KeyValueFloat: *2 {
a: ${values}
}
}`;
    const links = `C: "OO",42,40\nC: "OO",43,42\nC: "OP",43,2, "Lcl ${property}"\nC: "OP",44,43, "d|X"`;
    expect(contents({ objects, links })?.animations).toBe(animations);
  });
});
