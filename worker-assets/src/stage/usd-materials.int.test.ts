// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Material, Texture } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { usdArchive } from '../test/other-format-files.ts';
import { solidPng } from '../test/sample-documents.ts';
import { mtlxText, shaded, shaderNode, usdWithMaterial, uvTexture } from '../test/usd-materials.ts';

let importer: ForeignImporter;
/** Red 40, green 120, blue 200. */
let picture: Uint8Array;
beforeAll(async () => {
  importer = await createForeignImporter();
  picture = await solidPng(8, '#2878c8');
});
afterAll(() => importer?.close());

async function open(material: string, files: Record<string, Uint8Array> = {}) {
  const { document, report } = await importer.open({
    'flag.usda': usdWithMaterial(material),
    'maps/color.png': picture,
    'maps/other.png': await solidPng(8, '#404040'),
    ...files,
  });
  const [paint, ...others] = document.getRoot().listMaterials();
  if (!paint || others.length > 0) {
    throw new Error('It has not one material');
  }
  return { paint, report };
}

async function pixelOf(texture: Texture | null): Promise<number[]> {
  const { data } = await sharp(texture?.getImage() ?? Buffer.of())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

function near(values: readonly number[], expected: readonly number[], most = 3): void {
  values.forEach((value, i) => {
    expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThanOrEqual(most);
  });
}

const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000);
const image = shaderNode('Image', 'ND_image_color3', 'asset inputs:file = @maps/color.png@');
const toImage = '</Root/Paint/Image.outputs:out>';

/** Shaders with a picture for their colour, roughness 0.25 and metalness 0.5. */
const SHADERS: [name: string, material: string][] = [
  [
    'UsdPreviewSurface',
    shaded(
      'UsdPreviewSurface',
      `color3f inputs:diffuseColor.connect = </Root/Paint/Image.outputs:rgb>
       float inputs:roughness = 0.25
       float inputs:metallic = 0.5`,
      { nodes: uvTexture('Image', 'maps/color.png') },
    ),
  ],
  [
    'UsdPreviewSurface connected to material inputs',
    shaded(
      'UsdPreviewSurface',
      `color3f inputs:diffuseColor.connect = </Root/Paint/Image.outputs:rgb>
       float inputs:roughness.connect = </Root/Paint.inputs:rough>
       float inputs:metallic.connect = </Root/Paint.inputs:metal>`,
      {
        settings: 'float inputs:rough = 0.25\nfloat inputs:metal = 0.5\nasset inputs:map = @maps/color.png@',
        nodes: `def Shader "Image" { uniform token info:id = "UsdUVTexture"
          asset inputs:file.connect = </Root/Paint.inputs:map>
          float3 outputs:rgb }`,
      },
    ),
  ],
  [
    'UsdPreviewSurface in a node graph',
    `def Material "Paint" {
       token outputs:surface.connect = </Root/Paint/Graph.outputs:surface>
       def NodeGraph "Graph" {
         token outputs:surface.connect = </Root/Paint/Graph/Surface.outputs:surface>
         def Shader "Surface" { uniform token info:id = "UsdPreviewSurface"
           color3f inputs:diffuseColor.connect = </Root/Paint/Graph/Image.outputs:rgb>
           float inputs:roughness = 0.25
           float inputs:metallic = 0.5
           token outputs:surface }
         ${uvTexture('Image', 'maps/color.png')} } }`,
  ],
  ...(
    [
      ['ND_standard_surface_surfaceshader', 'base_color', 'specular_roughness', 'metalness'],
      ['ND_open_pbr_surface_surfaceshader', 'base_color', 'specular_roughness', 'base_metalness'],
      ['ND_gltf_pbr_surfaceshader', 'base_color', 'roughness', 'metallic'],
      ['ND_UsdPreviewSurface_surfaceshader', 'diffuseColor', 'roughness', 'metallic'],
    ] as const
  ).map(([id, color, roughness, metalness]): [string, string] => [
    `${id} of MaterialX`,
    shaded(
      id,
      `color3f inputs:${color}.connect = ${toImage}
       float inputs:${roughness} = 0.25
       float inputs:${metalness} = 0.5`,
      { nodes: image, context: 'mtlx:' },
    ),
  ]),
  [
    'standard_surface of Arnold',
    shaded(
      'arnold:standard_surface',
      `color3f inputs:base_color.connect = ${toImage}
       float inputs:specular_roughness = 0.25
       float inputs:metalness = 0.5`,
      {
        nodes: shaderNode('Image', 'arnold:image', 'string inputs:filename = "maps/color.png"'),
        context: 'arnold:',
      },
    ),
  ],
  [
    'OmniPBR of MDL',
    shaded(
      `uniform token info:implementationSource = "sourceAsset"
       uniform asset info:mdl:sourceAsset = @OmniPBR.mdl@
       uniform token info:mdl:sourceAsset:subIdentifier = "OmniPBR"`,
      `asset inputs:diffuse_texture = @maps/color.png@
       float inputs:reflection_roughness_constant = 0.25
       float inputs:metallic_constant = 0.5`,
      { context: 'mdl:' },
    ),
  ],
  [
    'a shader behind conversion and multiplication nodes',
    shaded(
      'ND_standard_surface_surfaceshader',
      `color3f inputs:base_color.connect = </Root/Paint/Product.outputs:out>
       float inputs:specular_roughness.connect = </Root/Paint/Half.outputs:out>
       float inputs:metalness = 0.5`,
      {
        nodes: [
          image,
          shaderNode('Convert', 'ND_convert_color4_color3', `color4f inputs:in.connect = ${toImage}`),
          shaderNode(
            'Product',
            'ND_multiply_color3',
            'color3f inputs:in1.connect = </Root/Paint/Convert.outputs:out>\ncolor3f inputs:in2 = (1, 1, 1)',
          ),
          shaderNode('Half', 'ND_multiply_float', 'float inputs:in1 = 0.5\nfloat inputs:in2 = 0.5'),
        ].join('\n'),
        context: 'mtlx:',
      },
    ),
  ],
];

describe('a USD material', () => {
  it.each(SHADERS)('is read by the names of its inputs: %s', async (_, material) => {
    const { paint, report } = await open(material);
    near(await pixelOf(paint.getBaseColorTexture()), [40, 120, 200]);
    expect(rounded(paint.getBaseColorFactor())).toEqual([1, 1, 1, 1]);
    expect(rounded([paint.getRoughnessFactor(), paint.getMetallicFactor()])).toEqual([0.25, 0.5]);
    expect([report.dropped, report.missing]).toEqual([[], []]);
  });

  it.each([
    [
      'a base color multiplied by its weight',
      'ND_standard_surface_surfaceshader',
      'float inputs:base = 0.5\ncolor3f inputs:base_color = (0.2, 0.4, 0.8)',
      (paint: Material) => paint.getBaseColorFactor(),
      [0.1, 0.2, 0.4, 1],
    ],
    [
      'emission multiplied by its weight',
      'ND_standard_surface_surfaceshader',
      'float inputs:emission = 0.5\ncolor3f inputs:emission_color = (1, 0.5, 0)',
      (paint: Material) => paint.getEmissiveFactor(),
      [0.5, 0.25, 0],
    ],
    [
      'no emission without a weight',
      'ND_standard_surface_surfaceshader',
      'color3f inputs:emission_color = (1, 0.5, 0)',
      (paint: Material) => paint.getEmissiveFactor(),
      [0, 0, 0],
    ],
    [
      'opacity from three channels',
      'ND_standard_surface_surfaceshader',
      'color3f inputs:opacity = (0.5, 0.5, 0.5)',
      (paint: Material) => paint.getBaseColorFactor().slice(3),
      [0.5],
    ],
    [
      'no transparency in opaque alpha mode',
      'ND_gltf_pbr_surfaceshader',
      'float inputs:alpha = 0.5\nint inputs:alpha_mode = 0',
      (paint: Material) => paint.getBaseColorFactor().slice(3),
      [1],
    ],
    [
      'the defaults of its shader',
      'UsdPreviewSurface',
      '',
      (paint: Material) => [...paint.getBaseColorFactor().slice(0, 3), paint.getRoughnessFactor()],
      [0.18, 0.18, 0.18, 0.5],
    ],
  ] as const)('has %s', async (_, id, inputs, read, expected) => {
    const { paint } = await open(shaded(id, inputs));
    expect(rounded(read(paint))).toEqual(expected);
  });

  it.each([
    ['r', 40],
    ['g', 120],
    ['b', 200],
  ])('reads roughness and metalness from the named channel: %s', async (channel, value) => {
    const input = (name: string) => `float inputs:${name}.connect = </Root/Paint/Image.outputs:${channel}>`;
    const { paint } = await open(
      shaded('UsdPreviewSurface', `${input('roughness')}\n${input('metallic')}`, {
        nodes: uvTexture('Image', 'maps/color.png'),
      }),
    );
    near((await pixelOf(paint.getMetallicRoughnessTexture())).slice(1), [value, value], 6);
  });

  // Pictures of glTF begin at the top, so that the second axis of normals points the other way there.
  it.each([
    ['as it is', '(2, 2, 2, 2)', '(-1, -1, -1, -1)', [40, 135, 200], 1],
    ['flipped for an inverted Y axis', '(2, -2, 2, 2)', '(-1, 1, -1, -1)', [40, 120, 200], 1],
    ['scaled by its strength', '(1, 1, 1, 1)', '(-0.5, -0.5, 0, 0)', [40, 135, 200], 0.5],
  ])('has its normal map %s', async (_, scale, bias, pixel, strength) => {
    const { paint } = await open(
      shaded('UsdPreviewSurface', 'normal3f inputs:normal.connect = </Root/Paint/Image.outputs:rgb>', {
        nodes: uvTexture(
          'Image',
          'maps/color.png',
          `float4 inputs:scale = ${scale}\nfloat4 inputs:bias = ${bias}`,
        ),
      }),
    );
    near(await pixelOf(paint.getNormalTexture()), pixel);
    expect(paint.getNormalScale()).toBe(strength);
  });

  it.each([
    [
      'UsdTransform2d',
      'float2 inputs:scale = (1.5, 2)\nfloat inputs:rotation = 30\nfloat2 inputs:translation = (0.25, 0.5)',
      { scale: [1.5, 2], rotation: -0.524, offset: [0.25, 0.5] },
    ],
    [
      'ND_place2d_vector2',
      'float2 inputs:scale = (2, 4)\nfloat2 inputs:offset = (0.25, 0.5)',
      { scale: [0.5, 0.25], rotation: 0, offset: [-0.25, -0.5] },
    ],
  ])('has the texture transform of %s', async (id, inputs, expected) => {
    const { paint } = await open(
      shaded('UsdPreviewSurface', 'color3f inputs:diffuseColor.connect = </Root/Paint/Image.outputs:rgb>', {
        nodes: [
          uvTexture('Image', 'maps/color.png', 'float2 inputs:st.connect = </Root/Paint/Place.outputs:out>'),
          shaderNode('Place', id, inputs),
        ].join('\n'),
      }),
    );
    const transform = paint.getBaseColorTextureInfo()?.getExtension<Transform>('KHR_texture_transform');
    expect({
      scale: rounded(transform?.getScale() ?? []),
      rotation: rounded([transform?.getRotation() ?? 0])[0],
      offset: rounded(transform?.getOffset() ?? []),
    }).toEqual(expected);
  });

  it.each([
    [
      'a picture without a glTF property',
      shaded('ND_standard_surface_surfaceshader', `float inputs:subsurface.connect = ${toImage}`, {
        nodes: image,
      }),
      'Maps of the material Paint for properties that glTF does not have',
    ],
    [
      'the second picture of a mix',
      shaded(
        'ND_standard_surface_surfaceshader',
        'color3f inputs:base_color.connect = </Root/Paint/Mix.outputs:out>',
        {
          nodes: [
            image,
            shaderNode('Other', 'ND_image_color3', 'asset inputs:file = @maps/other.png@'),
            shaderNode(
              'Mix',
              'ND_mix_color3',
              `color3f inputs:bg.connect = ${toImage}\ncolor3f inputs:fg.connect = </Root/Paint/Other.outputs:out>`,
            ),
          ].join('\n'),
        },
      ),
      'Maps of the material Paint for properties that glTF does not have',
    ],
    [
      'an unknown shader',
      shaded('my:shader', 'float inputs:wetness = 1'),
      'The material Paint, whose shader is not supported',
    ],
    [
      'all tiles except the first',
      shaded('UsdPreviewSurface', 'color3f inputs:diffuseColor.connect = </Root/Paint/Image.outputs:rgb>', {
        nodes: uvTexture('Image', 'maps/tile.<UDIM>.png'),
      }),
      'All image tiles except the first',
    ],
  ])('reports the omission of %s', async (_, material, line) => {
    const { report } = await open(material, { 'maps/tile.1001.png': picture });
    expect(inEnglish(report.dropped)).toEqual([line]);
    expect(report.missing).toEqual([]);
  });
});

describe('a MaterialX document next to a USD layer', () => {
  const surface = `<standard_surface name="Surface" type="surfaceshader">
    <input name="base_color" type="color3" nodegraph="Graph" output="color" />
    <input name="specular_roughness" type="float" value="0.25" />
    <input name="metalness" type="float" value="0.5" />
  </standard_surface>`;
  const graph = `<image name="Image" type="color3">
      <input name="file" type="filename" value="color.png" />
    </image>
    <output name="color" type="color3" nodename="Image" />`;
  const looks = `def Scope "Looks" (prepend references = @paint.mtlx@</MaterialX/Materials>) {}
    over "Flag" { rel material:binding = </Root/Looks/Paint> }`;

  it.each([
    ['in an archive', (files: Record<string, Uint8Array>) => files],
    ['in a USDZ package', (files: Record<string, Uint8Array>) => ({ 'flag.usdz': usdArchive(files) })],
  ])('provides the materials of the model, %s', async (_, pack) => {
    const usda = new TextDecoder()
      .decode(usdWithMaterial(looks))
      .replace('rel material:binding = </Root/Paint>', 'rel material:binding = </Root/Looks/Paint>')
      .replace(/over "Flag" {[^}]*}/, '');
    const { document, report } = await importer.open(
      pack({
        'flag.usda': new TextEncoder().encode(usda),
        'paint.mtlx': mtlxText(surface, graph),
        'maps/color.png': picture,
      }),
    );
    const [paint] = document.getRoot().listMaterials();
    near(await pixelOf(paint?.getBaseColorTexture() ?? null), [40, 120, 200]);
    expect([paint?.getRoughnessFactor(), paint?.getMetallicFactor()]).toEqual([0.25, 0.5]);
    expect([report.dropped, report.missing]).toEqual([[], []]);
  });
});
