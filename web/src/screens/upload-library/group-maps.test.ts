import { describe, expect, it } from 'vitest';
import { groupMaps, nameOf } from './group-maps.ts';

const sort = (...names: string[]) =>
  groupMaps(names.map((name) => new File([], name))).map(({ name, maps }) => [
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

  it('makes names for people', () => {
    expect([nameOf('wood-oak_01.png'), nameOf('.png'), nameOf('x'.repeat(300)).length]).toEqual([
      'Wood oak 01',
      'Material',
      120,
    ]);
  });
});
