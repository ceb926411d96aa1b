import { describe, expect, it } from 'vitest';
import { displayNameOf, groupMaps } from './group-maps.ts';
import type { MapName } from './read-map-name.ts';

const group = (...paths: string[]) =>
  groupMaps(paths.map((path) => ({ path, file: new File([], path.split('/').at(-1) ?? '') })));
const mapsOf = (maps: Partial<Record<MapName, File>>) =>
  Object.fromEntries(Object.entries(maps).map(([map, file]) => [map, file?.name]));
const sort = (...paths: string[]) =>
  group(...paths).materials.map(({ name, maps }) => [name, mapsOf(maps)] as const);

/** A published texture set: the maps from each of its files, an empty list for ignored ones. */
type RealSet = { source: string; name: string; files: Record<string, readonly MapName[]> };

const ORM = ['ao', 'roughness', 'metalness'] as const;
const REAL_SETS: RealSet[] = [
  {
    source: 'ambientCG',
    name: 'Wood066',
    files: {
      'Wood066.png': [],
      'Wood066_2K-JPG_Color.jpg': ['color'],
      'Wood066_2K-JPG_NormalGL.jpg': ['normal'],
      'Wood066_2K-JPG_NormalDX.jpg': [],
      'Wood066_2K-JPG_Roughness.jpg': ['roughness'],
      'Wood066_2K-JPG_AmbientOcclusion.jpg': ['ao'],
      'Wood066_2K-JPG_Displacement.jpg': [],
      'Wood066_2K-JPG_Opacity.jpg': ['opacity'],
    },
  },
  {
    source: 'ambientCG (metal)',
    name: 'Rusted Metal032',
    files: {
      'Rusted_Metal032_PREVIEW.jpg': [],
      'Rusted_Metal032_4K_Color.png': ['color'],
      'Rusted_Metal032_4K_Metalness.png': ['metalness'],
      'Rusted_Metal032_4K_Emission.png': ['emissive'],
    },
  },
  {
    source: 'Poly Haven',
    name: 'Rusty metal 02',
    files: {
      'textures/rusty_metal_02_diff_1k.jpg': ['color'],
      'textures/rusty_metal_02_nor_gl_1k.png': ['normal'],
      'textures/rusty_metal_02_nor_dx_1k.png': [],
      'textures/rusty_metal_02_arm_1k.jpg': ['ao', 'metalness'],
      'textures/rusty_metal_02_rough_1k.jpg': ['roughness'],
      'textures/rusty_metal_02_disp_1k.png': [],
      'textures/rusty_metal_02_spec_1k.png': [],
    },
  },
  {
    source: 'Poly Haven (color variants)',
    name: 'Red brick',
    files: {
      'red_brick_coll1_4k.jpg': ['color'],
      'red_brick_coll2_4k.jpg': [],
      'red_brick_ao_4k.jpg': ['ao'],
      'red_brick_rough_4k.jpg': ['roughness'],
      'red_brick_metal_4k.jpg': ['metalness'],
      'red_brick_bump_4k.jpg': ['normal'],
    },
  },
  {
    source: 'Poliigon',
    name: 'WoodFlooring044',
    files: {
      'WoodFlooring044_COL_2K_METALNESS.png': ['color'],
      'WoodFlooring044_NRM_2K_METALNESS.png': ['normal'],
      'WoodFlooring044_NRM16_2K_METALNESS.png': [],
      'WoodFlooring044_METALNESS_2K_METALNESS.png': ['metalness'],
      'WoodFlooring044_ROUGHNESS_2K_METALNESS.png': ['roughness'],
      'WoodFlooring044_AO_2K_METALNESS.png': ['ao'],
      'WoodFlooring044_DISP16_2K_METALNESS.png': [],
      'WoodFlooring044_BUMP_2K_METALNESS.png': [],
    },
  },
  {
    source: 'Poliigon (legacy)',
    name: 'Marble062',
    files: {
      'Marble062_COL_VAR1_3K_SPECULAR.jpg': ['color'],
      'Marble062_COL_VAR2_3K_SPECULAR.jpg': [],
      'Marble062_NRM_3K.jpg': ['normal'],
      'Marble062_GLOSS_3K.jpg': ['roughness'],
      'Marble062_REFL_3K.jpg': [],
      'Marble062_AO_3K.jpg': ['ao'],
    },
  },
  {
    source: 'Sketchfab',
    name: 'Chair',
    files: {
      'Chair_baseColor.png': ['color'],
      'Chair_metallicRoughness.png': ['roughness', 'metalness'],
      'Chair_normal.png': ['normal'],
      'Chair_emissive.jpeg': ['emissive'],
      'Chair_occlusion.png': ['ao'],
      'Chair_clearcoatRoughness.png': [],
      'Chair_specularGlossiness.png': [],
    },
  },
  {
    source: 'Substance Painter',
    name: 'Robot DefaultMaterial',
    files: {
      'Robot_DefaultMaterial_BaseColor.1001.png': ['color'],
      'Robot_DefaultMaterial_BaseColor.1002.png': [],
      'Robot_DefaultMaterial_Normal(OpenGL).1001.png': ['normal'],
      'Robot_DefaultMaterial_OcclusionRoughnessMetallic.1001.png': ORM,
      'Robot_DefaultMaterial_Height.1001.png': [],
      'Robot_DefaultMaterial_Emissive.1001.png': ['emissive'],
    },
  },
  {
    source: 'Unity',
    name: 'Crate',
    files: {
      'Crate_AlbedoTransparency.png': ['color'],
      'Crate_MetallicSmoothness.png': [],
      'Crate_MaskMap.png': [],
      'Crate_NormalMap.png': ['normal'],
    },
  },
  {
    source: 'Quixel',
    name: 'Ulbkedvs',
    files: {
      'ulbkedvs_Preview.png': [],
      'ulbkedvs_2K_Albedo.jpg': ['color'],
      'ulbkedvs_2K_Normal_LOD0.jpg': ['normal'],
      'ulbkedvs_2K_Roughness.jpg': ['roughness'],
      'ulbkedvs_2K_AO.jpg': ['ao'],
      'ulbkedvs_2K_Cavity.jpg': [],
      'ulbkedvs_2K_Gloss.jpg': [],
      'ulbkedvs_2K_Specular.jpg': [],
      'ulbkedvs_2K_Translucency.jpg': [],
      'ulbkedvs_2K_Fuzz.jpg': [],
    },
  },
  {
    source: '3DTextures',
    name: 'Wood Floor 011',
    files: {
      'Wood_Floor_011_basecolor.jpg': ['color'],
      'Wood_Floor_011_ambientOcclusion.jpg': ['ao'],
      'Wood_Floor_011_normal.jpg': ['normal'],
      'Wood_Floor_011_roughness.jpg': ['roughness'],
      'Wood_Floor_011_height.png': [],
    },
  },
  {
    source: 'FreePBR',
    name: 'Worn metal4',
    files: {
      'worn_metal4_albedo.png': ['color'],
      'worn_metal4_Metallic.png': ['metalness'],
      'worn_metal4_normal-ogl.png': ['normal'],
      'worn_metal4_normal-dx.png': [],
      'worn_metal4_Roughness.png': ['roughness'],
      'worn_metal4_height.png': [],
    },
  },
  {
    source: 'cgbookcase',
    name: 'Bark05',
    files: {
      'Bark05_2K_BaseColor.png': ['color'],
      'Bark05_2K_Normal.png': ['normal'],
      'Bark05_2K_Height.png': [],
      'Bark05_2K_AO.png': ['ao'],
    },
  },
  {
    source: 'duplicate downloads',
    name: 'Wood',
    files: {
      'wood_color_2048.png': ['color'],
      'wood_normal_2048.png': ['normal'],
      'wood_roughness-1024x1024.png': ['roughness'],
      'wood_ao (1).png': ['ao'],
      'wood_metallic(2).png': ['metalness'],
      'wood_opacity - Copy.png': ['opacity'],
      'wood_color_2048 (1).png': [],
    },
  },
];

describe('sorting pictures into materials', () => {
  it('is tested with file names of many vendors', () => {
    expect(REAL_SETS.flatMap(({ files }) => Object.keys(files)).length).toBeGreaterThan(60);
  });

  it.each(REAL_SETS)('creates one material from a set of $source', ({ name, files }) => {
    const { materials, unused } = group(...Object.keys(files));
    const wanted = Object.entries(files).map(([path, maps]) => [path.split('/').at(-1) ?? '', maps] as const);
    expect(materials.map((material) => [material.name, mapsOf(material.maps)])).toEqual([
      [name, Object.fromEntries(wanted.flatMap(([file, maps]) => maps.map((map) => [map, file])))],
    ]);
    expect(unused.map((file) => file.name)).toEqual(
      wanted.filter(([, maps]) => maps.length === 0).map(([file]) => file),
    );
  });

  it.each(REAL_SETS)('creates the same material from a set of $source in any order', ({ files }) => {
    const paths = Object.keys(files);
    expect(sort(...paths.toReversed())).toEqual(sort(...paths));
  });

  it('groups by file name endings of any vendor', () => {
    expect(
      sort(
        'oak_floor_Color.jpg',
        'oak_floor_NormalGL.jpg',
        'oak_floor_Roughness.jpg',
        'Gold-basecolor_2k.png',
        'Gold-ao.png',
      ),
    ).toEqual([
      [
        'Oak floor',
        {
          color: 'oak_floor_Color.jpg',
          normal: 'oak_floor_NormalGL.jpg',
          roughness: 'oak_floor_Roughness.jpg',
        },
      ],
      ['Gold', { color: 'Gold-basecolor_2k.png', ao: 'Gold-ao.png' }],
    ]);
    expect(sort('brick_base_color.png', 'brick_ambient_occlusion.png')).toEqual([
      ['Brick', { color: 'brick_base_color.png', ao: 'brick_ambient_occlusion.png' }],
    ]);
  });

  it('separates folders, and names sets of bare map names after their folder', () => {
    const bare = { color: 'color.png', normal: 'normal.png', roughness: 'roughness.png' };
    expect(
      sort(
        ...Object.values(bare).map((file) => `oak/${file}`),
        ...Object.values(bare).map((file) => `steel_2K-PNG/textures/${file}`),
        'a/wood_color.png',
        'b/wood_color.png',
        'stone/normal.png',
      ),
    ).toEqual([
      ['Oak', bare],
      ['Steel', bare],
      ['Wood', { color: 'wood_color.png' }],
      ['Wood', { color: 'wood_color.png' }],
      ['Stone', { normal: 'normal.png' }],
    ]);
  });

  it('groups bare map names without a folder, and names a single one after its file', () => {
    expect(sort('color.png', 'normal.png')).toEqual([
      ['Material', { color: 'color.png', normal: 'normal.png' }],
    ]);
    expect(sort('maps/metal.png', 'maps/wood.png')).toEqual([
      ['Metal', { color: 'metal.png' }],
      ['Wood', { color: 'wood.png' }],
    ]);
  });

  it('makes a material of a picture without a map name', () => {
    expect(sort('stone.png', 'color.png', 'wall.metal.png', 'IMG_1024.png', 'IMG_1025.png')).toEqual([
      ['Stone', { color: 'stone.png' }],
      ['Color', { color: 'color.png' }],
      ['Wall', { metalness: 'wall.metal.png' }],
      ['IMG 1024', { color: 'IMG_1024.png' }],
      ['IMG 1025', { color: 'IMG_1025.png' }],
    ]);
    expect(sort('photo (1).png', 'photo (2).png').map(([name]) => name)).toEqual(['Photo 1', 'Photo 2']);
  });

  it('uses a picture named like its set as color, or omits it as a preview', () => {
    expect(sort('brick.jpg', 'brick_normal.jpg')).toEqual([
      ['Brick', { color: 'brick.jpg', normal: 'brick_normal.jpg' }],
    ]);
    const { materials, unused } = group(
      'rusty_metal.png',
      'rusty.png',
      'rusty_metal_color.png',
      'rusty_metal_normal.png',
      'other/rusty.png',
    );
    expect(materials.map(({ name }) => name)).toEqual(['Rusty metal', 'Rusty']);
    expect(unused.map(({ name }) => name)).toEqual(['rusty_metal.png', 'rusty.png']);
  });

  it.each(['orm', 'ARM', 'OcclusionRoughnessMetallic', 'occlusion_roughness_metallic'])(
    'reads three maps from a packed picture (%s), unless a map has its own picture',
    (ending) => {
      const packed = `oak_${ending}.png`;
      expect(sort(packed, 'oak_rough.png')).toEqual([
        ['Oak', { ao: packed, roughness: 'oak_rough.png', metalness: packed }],
      ]);
    },
  );

  it('converts a map of another convention only if none of the usual one exists', () => {
    const changes = (...names: string[]) =>
      group(...names).materials.map((material) => [mapsOf(material.maps), material.changes]);
    const color = 'oak_color.png';
    expect(changes('oak_nor_dx_2k.png')).toEqual([
      [{ normal: 'oak_nor_dx_2k.png' }, { normal: 'turnGreen' }],
    ]);
    expect(changes('oak_NormalDX.png', 'oak_NormalGL.png', 'oak_height.png')).toEqual([
      [{ normal: 'oak_NormalGL.png' }, {}],
    ]);
    expect(changes('oak_NormalDX.png', 'oak_height.png')).toEqual([
      [{ normal: 'oak_NormalDX.png' }, { normal: 'turnGreen' }],
    ]);
    expect(changes(color, 'oak_height.png', 'oak_gloss.png')).toEqual([
      [
        { color, normal: 'oak_height.png', roughness: 'oak_gloss.png' },
        { normal: 'slopes', roughness: 'invert' },
      ],
    ]);
    expect(changes(color, 'oak_gloss.png', 'oak_orm.png')).toEqual([
      [{ color, ao: 'oak_orm.png', roughness: 'oak_orm.png', metalness: 'oak_orm.png' }, {}],
    ]);
  });

  it('reports pictures that fit no material', () => {
    const { materials, unused } = group(
      'oak_col.png',
      'oak_cavity.png',
      'wall_disp.png',
      'wall_gloss.png',
      'oak_normal_dx.tga',
    );
    expect(materials.map(({ name, maps }) => [name, mapsOf(maps)])).toEqual([
      ['Oak', { color: 'oak_col.png' }],
    ]);
    expect(unused.map(({ name }) => name)).toEqual([
      'oak_cavity.png',
      'wall_disp.png',
      'wall_gloss.png',
      'oak_normal_dx.tga',
    ]);
  });

  it('creates readable names, with a default and a length limit', () => {
    expect([
      displayNameOf('wood-oak_01.png'),
      displayNameOf('.png'),
      displayNameOf('x'.repeat(300)).length,
    ]).toEqual(['Wood oak 01', 'Material', 120]);
  });
});
