// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Material } from '@gltf-transform/core';
import type { EmissiveStrength } from '@gltf-transform/extensions';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FBX_MATERIAL, FBX_MODEL, fbxMaterial, fbxText } from '../test/fbx-files.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { solidPng } from '../test/sample-documents.ts';
import { hasTrial, readTrial } from '../test/samples.ts';

if (!hasTrial) {
  process.stderr.write(
    'SKIPPED: FBX files of other programs, which are not on this machine: set DIORAMA_TRIAL\n',
  );
}

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

const number = (name: string, value: number) => `P: "${name}", "Float", "", "A",${value}`;
const color = (name: string, value: readonly number[]) =>
  `P: "${name}", "ColorAndAlpha", "", "A",${value.join()},1`;
const BLUE = [0.125, 0.25, 0.5];
const GLOW = [1, 0.5, 0.25];

/** Names of properties and textures, by program and material. */
const PROGRAMS = [
  {
    name: 'standardSurface and aiStandardSurface of Maya',
    values: [color('Maya|baseColor', BLUE), number('Maya|base', 1), number('Maya|metalness', 0.75)],
    rough: number('Maya|specularRoughness', 0.25),
    glow: [number('Maya|emission', 0.5), color('Maya|emissionColor', GLOW)],
    coat: number('Maya|coat', 0.5),
    maps: {
      color: 'Maya|baseColor',
      roughness: 'Maya|specularRoughness',
      metal: 'Maya|metalness',
      glow: 'Maya|emissionColor',
      normal: 'Maya|normalCamera',
    },
  },
  {
    name: 'Physical of 3ds Max',
    values: [color('3dsMax|Parameters|base_color', BLUE), number('3dsMax|Parameters|metalness', 0.75)],
    rough: number('3dsMax|Parameters|roughness', 0.25),
    glow: [number('3dsMax|Parameters|emission', 0.5), color('3dsMax|Parameters|emit_color', GLOW)],
    coat: number('3dsMax|Parameters|coating', 0.5),
    maps: {
      color: '3dsMax|Parameters|base_color_map',
      roughness: '3dsMax|Parameters|roughness_map',
      metal: '3dsMax|Parameters|metalness_map',
      glow: '3dsMax|Parameters|emit_color_map',
      normal: null,
    },
  },
  {
    name: 'PBR Metal/Rough of 3ds Max',
    values: [color('3dsMax|main|baseColor', BLUE), number('3dsMax|main|metalness', 0.75)],
    rough: number('3dsMax|main|roughness', 0.25),
    glow: [
      color(
        '3dsMax|main|emit_color',
        GLOW.map((part) => part / 2),
      ),
    ],
    coat: null,
    maps: {
      color: '3dsMax|main|base_color_map',
      roughness: '3dsMax|main|Roughness_Map',
      metal: '3dsMax|main|metalness_map',
      glow: '3dsMax|main|emit_color_map',
      normal: '3dsMax|main|norm_map',
    },
  },
  {
    name: 'glTF of 3ds Max',
    values: [color('3dsMax|main|baseColor', BLUE), number('3dsMax|main|metalness', 0.75)],
    rough: number('3dsMax|main|roughness', 0.25),
    glow: [
      color(
        '3dsMax|main|emissionColor',
        GLOW.map((part) => part / 2),
      ),
    ],
    coat: `${number('3dsMax|extension|enableClearCoat', 1)}\n${number('3dsMax|extension|clearcoat', 0.5)}`,
    maps: {
      color: '3dsMax|main|baseColorMap',
      roughness: '3dsMax|main|roughnessMap',
      metal: '3dsMax|main|metalnessMap',
      glow: '3dsMax|main|emissionMap',
      normal: '3dsMax|main|normalMap',
    },
  },
  {
    name: 'OpenPBR',
    values: [color('3dsMax|Parameters|base_color', BLUE), number('3dsMax|Parameters|base_metalness', 0.75)],
    rough: number('3dsMax|Parameters|specular_roughness', 0.25),
    glow: [
      number('3dsMax|Parameters|emission_weight', 1),
      number('3dsMax|Parameters|emission_luminance', 500),
      color('3dsMax|Parameters|emission_color', GLOW),
    ],
    coat: number('3dsMax|Parameters|coat_weight', 0.5),
    maps: {
      color: '3dsMax|Parameters|base_color_map',
      roughness: '3dsMax|Parameters|specular_roughness_map',
      metal: '3dsMax|Parameters|base_metalness_map',
      glow: '3dsMax|Parameters|emission_color_map',
      normal: null,
    },
  },
  {
    name: 'Stingray and ShaderFX',
    values: [color('Maya|base_color', BLUE), number('Maya|metallic', 0.75)],
    rough: number('Maya|roughness', 0.25),
    glow: [number('Maya|emissive_intensity', 0.5), color('Maya|emissive', GLOW)],
    coat: null,
    maps: {
      color: 'Maya|TEX_color_map',
      roughness: 'Maya|TEX_roughness_map',
      metal: 'Maya|TEX_metallic_map',
      glow: 'Maya|TEX_emissive_map',
      normal: 'Maya|TEX_normal_map',
    },
  },
] as const;

async function materialOf(
  properties: string,
  connections = '',
  objects = '',
  pictures = {},
): Promise<Material> {
  const text = fbxText({ objects: `${fbxMaterial(properties)}\n${objects}`, connections });
  const { document } = await importer.open({ 'model.fbx': text, ...pictures });
  const [material] = document.getRoot().listMaterials();
  if (!material) {
    throw new Error('There is no material');
  }
  return material;
}

describe.each(PROGRAMS)('a material of $name', ({ values, rough, glow: light, coat, maps }) => {
  it('keeps its color, metalness, roughness, emission and clear coat', async () => {
    const properties = [...values, rough, ...light, ...(coat ? [coat] : [])].join('\n');
    const material = await materialOf(properties);
    const close = (actual: readonly number[], expected: readonly number[]) =>
      expected.forEach((part, at) => void expect(actual[at]).toBeCloseTo(part, 2));
    close(material.getBaseColorFactor(), [...BLUE, 1]);
    close([material.getMetallicFactor(), material.getRoughnessFactor()], [0.75, 0.25]);
    const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength');
    const glow = material.getEmissiveFactor().map((part) => part * (strength?.getEmissiveStrength() ?? 1));
    close(
      glow,
      GLOW.map((part) => part / 2),
    );
    const names = material.listExtensions().map(({ extensionName }) => extensionName);
    expect(names.includes('KHR_materials_clearcoat')).toBe(coat !== null);
  });

  it('keeps its textures, each in place of its value', async () => {
    const wanted = Object.entries(maps).filter(([, relation]) => relation !== null);
    const objects = wanted.map(
      (
        [kind],
        at,
      ) => `Texture: ${20 + at}, "Texture::${kind}", "" {\nFileName: "${kind}.png"\nRelativeFilename: "${kind}.png"\n}
Video: ${40 + at}, "Video::${kind}", "Clip" {\nType: "Clip"\nFilename: "${kind}.png"\nRelativeFilename: "${kind}.png"\n}`,
    );
    const links = wanted.map(
      ([, relation], at) =>
        `C: "OP",${20 + at},${FBX_MATERIAL}, "${relation}"\nC: "OO",${40 + at},${20 + at}`,
    );
    const pixel = await solidPng(4, '#8080ff');
    const pictures = Object.fromEntries(wanted.map(([kind]) => [`${kind}.png`, pixel]));
    const properties = [...values, rough, ...light].join('\n');
    const material = await materialOf(properties, links.join('\n'), objects.join('\n'), pictures);
    expect(material.getBaseColorTexture()).not.toBeNull();
    expect(material.getMetallicRoughnessTexture()).not.toBeNull();
    expect(material.getEmissiveTexture()).not.toBeNull();
    expect(material.getNormalTexture() !== null).toBe(maps.normal !== null);
    expect([material.getMetallicFactor(), material.getRoughnessFactor()]).toEqual([1, 1]);
    expect(material.getBaseColorFactor().slice(0, 3)).toEqual([1, 1, 1]);
  });
});

describe('a missing picture of a material', () => {
  it('resets its factor, and the report names the material', async () => {
    const objects = `Texture: 20, "Texture::Glow", "" {
FileName: "glow.png"
RelativeFilename: "glow.png"
}
Video: 40, "Video::Glow", "Clip" {
Type: "Clip"
Filename: "glow.png"
RelativeFilename: "glow.png"
}`;
    const text = fbxText({
      objects: `${fbxMaterial([number('Maya|emission', 1), color('Maya|baseColor', BLUE)].join('\n'))}\n${objects}`,
      connections: `C: "OP",20,${FBX_MATERIAL}, "Maya|emissionColor"\nC: "OO",40,20`,
    });
    const { document, report } = await importer.open({ 'model.fbx': text });
    expect(document.getRoot().listMaterials()[0]?.getEmissiveFactor()).toEqual([0, 0, 0]);
    expect(report.missing).toEqual(['glow.png']);
    expect(inEnglish(report.dropped).join()).toContain('of the material Paint');
  });
});

describe('a blend shape with an in-between shape', () => {
  it('becomes two morph targets whose weights cross', async () => {
    const shape = (id: number, y: number) => `Geometry: ${id}, "Geometry::s", "Shape" {
Indexes: *1 {
a: 2
}
Vertices: *3 {
a: 0,${y},0
}
}`;
    const objects = `Deformer: 30, "Deformer::B", "BlendShape" {
Version: 100
}
Deformer: 31, "SubDeformer::Open", "BlendShapeChannel" {
Version: 100
DeformPercent: 75
FullWeights: *2 {
a: 50,100
}
}
${shape(32, 100)}
${shape(33, 400)}`;
    const movement = `AnimationStack: 40, "AnimStack::Take", "" {
}
AnimationLayer: 41, "AnimLayer::Base", "" {
}
AnimationCurveNode: 42, "AnimCurveNode::DeformPercent", "" {
}
AnimationCurve: 43, "AnimCurve::", "" {
KeyTime: *2 {
a: 0,46186158000
}
KeyValueFloat: *2 {
a: 0,100
}
}`;
    const connections = [
      'C: "OO",30,1\nC: "OO",31,30\nC: "OO",32,31\nC: "OO",33,31',
      'C: "OO",41,40\nC: "OO",42,41\nC: "OP",42,31, "DeformPercent"\nC: "OP",43,42, "d|DeformPercent"',
    ].join('\n');
    const { document, report, description } = await importer.open({
      'face.fbx': fbxText({ objects: `${objects}\n${movement}`, connections }),
    });
    expect(description.animations).toHaveLength(1);
    const [mesh] = document.getRoot().listMeshes();
    expect(mesh?.getWeights()).toEqual([0.5, 0.5]);
    expect(mesh?.listPrimitives()[0]?.listTargets()).toHaveLength(2);
    expect(report.dropped).toEqual([]);
  });
});

describe('a file without a mesh', () => {
  it.each([
    [
      'NURBS surfaces',
      'Geometry: 50, "Geometry::", "NurbsSurface" {\nVersion: 100\n}',
      /only NURBS surfaces/,
    ],
    ['bones', 'Model: 50, "Model::Hip", "LimbNode" {\nVersion: 232\n}', /only bones/],
  ])('is rejected as one of %s', async (_kind, objects, reason) => {
    const text = new TextDecoder()
      .decode(fbxText({ objects }))
      .replace(/"Geometry::", "Mesh"/, '"Geometry::", "None"');
    await expect(importer.open({ 'model.fbx': new TextEncoder().encode(text) })).rejects.toThrow(reason);
  });
});

describe('a hidden model', () => {
  it('is not drawn, and neither are its children', async () => {
    const hidden = `Model: 30, "Model::Hidden", "Null" {\nVersion: 232\nProperties70:  {\nP: "Visibility", "Visibility", "", "A",0\n}\n}`;
    const connections = `C: "OO",30,0\nC: "OO",${FBX_MODEL},30`;
    await expect(importer.open({ 'model.fbx': fbxText({ objects: hidden, connections }) })).rejects.toThrow(
      /nothing to render/,
    );
  });
});

describe.skipIf(!hasTrial)('an FBX file from', () => {
  const open = async (name: string) => importer.open({ [name]: await readTrial(name) });
  const size = ({ min, max }: { min: readonly number[]; max: readonly number[] }) =>
    max.map((value, axis) => Math.round((value - (min[axis] ?? 0)) * 1_000) / 1_000);

  it('Maya with a material chart keeps its twelve materials', async () => {
    const { document } = await importer.open(unzipSync(await readTrial('fbx-maya_material_chart.zip')));
    const materials = document.getRoot().listMaterials();
    expect(materials).toHaveLength(12);
    const standard = materials.filter((material) => material.getName().startsWith('Standard_'));
    const drawn = standard.map((material) => ({
      factor: material
        .getBaseColorFactor()
        .slice(0, 3)
        .concat(material.getEmissiveFactor())
        .some((part) => part > 0),
      texture: Boolean(material.getBaseColorTexture() ?? material.getEmissiveTexture()),
    }));
    expect(drawn.filter(({ factor }) => factor)).toHaveLength(6);
    expect(drawn.filter(({ texture }) => texture)).toHaveLength(3);
  });

  it.each([
    ['Blender', 'blender440_shape_weight_anim_7400_binary.fbx'],
    ['Maya', 'maya_blend_shape_cube_7700_binary.fbx'],
  ])('%s with animated blend shapes has animated weights', async (_program, name) => {
    const { document } = await open(name);
    const paths = document
      .getRoot()
      .listAnimations()
      .flatMap((animation) => animation.listChannels().map((channel) => channel.getTargetPath()));
    expect(paths).toEqual(['weights']);
    expect(document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.listTargets()).toHaveLength(2);
  });

  it('Maya with a hidden cube is rejected as empty', async () => {
    await expect(open('maya_cube_hidden_7500_binary.fbx')).rejects.toThrow(/nothing to render/);
  });

  it('Maya with levels of detail shows the highest level of each group', async () => {
    const { document, report } = await open('maya_lod_group_7500_binary.fbx');
    expect(document.getRoot().listMeshes()).toHaveLength(2);
    expect(inEnglish(report.dropped)).toContain('4 parts at lower levels of detail');
  });

  it('3ds Max with instances of other pivots places each instance', async () => {
    const { description } = await open('max_geometry_transform_instances_7700_binary.fbx');
    expect(size(description.bounds)).toEqual([2.54, 1.27, 2.54]);
  });

  it('Blender with vertices without a bone keeps them in place', async () => {
    const { description } = await open('blender_293_half_skinned_7400_binary.fbx');
    expect(description.bounds.min[1]).toBeCloseTo(0, 3);
    expect(description.bounds.max[1]).toBeCloseTo(1, 3);
  });
});
