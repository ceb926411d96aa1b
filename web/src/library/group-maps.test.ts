import { describe, expect, it } from 'vitest';
import { groupMaps, nameOf } from './group-maps.ts';
import { turnGreen } from './turn-normals.ts';

const group = (...names: string[]) => groupMaps(names.map((name) => new File([], name)));
const sort = (...names: string[]) =>
  group(...names).materials.map(({ name, maps }) => [
    name,
    Object.fromEntries(Object.entries(maps).map(([map, file]) => [map, file?.name])),
  ]);

describe('sorting pictures into materials', () => {
  it('goes by how their names end, whoever named them', () => {
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

  it('takes a picture that says nothing for the colour of its own material', () => {
    expect(sort('stone.png', 'color.png', 'wall.metal.png')).toEqual([
      ['Stone', { color: 'stone.png' }],
      ['Color', { color: 'color.png' }],
      ['Wall', { metalness: 'wall.metal.png' }],
    ]);
  });

  it.each(['orm', 'ARM', 'OcclusionRoughnessMetallic', 'occlusion_roughness_metallic'])(
    'reads three maps out of one picture (%s), where none has a picture of its own',
    (ending) => {
      const packed = `oak_${ending}.png`;
      expect(sort(packed, 'oak_rough.png')).toEqual([
        ['Oak', { ao: packed, roughness: 'oak_rough.png', metalness: packed }],
      ]);
    },
  );

  it('turns normals of the other kind only where there are no better ones', () => {
    const kinds = (...names: string[]) =>
      group(...names).materials.map(({ maps, isDirectX }) => [maps.normal?.name, isDirectX]);
    expect(kinds('oak_nor_dx_2k.png')).toEqual([['oak_nor_dx_2k.png', true]]);
    expect(kinds('oak_NormalDX.png', 'oak_NormalGL.png')).toEqual([['oak_NormalGL.png', false]]);
    expect(kinds('oak_nor_gl_4k.png')).toEqual([['oak_nor_gl_4k.png', false]]);
  });

  it('says which pictures materials have no place for', () => {
    const { materials, unused } = group(
      'oak_col.png',
      'oak_height.png',
      'wall_disp.png',
      'oak_normal_dx.tga',
    );
    expect(materials.map(({ name }) => name)).toEqual(['Oak']);
    expect(unused.map(({ name }) => name)).toEqual(['oak_height.png', 'wall_disp.png', 'oak_normal_dx.tga']);
  });

  it('makes names for people', () => {
    expect([nameOf('wood-oak_01.png'), nameOf('.png'), nameOf('x'.repeat(300)).length]).toEqual([
      'Wood oak 01',
      'Material',
      120,
    ]);
  });
});

describe('normals of the other kind', () => {
  it('have their green turned round, and nothing else', () => {
    const pixels = Uint8ClampedArray.of(10, 20, 30, 40, 128, 255, 0, 255);
    turnGreen(pixels);
    expect([...pixels]).toEqual([10, 235, 30, 40, 128, 0, 0, 255]);
  });
});
