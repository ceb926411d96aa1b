import { describe, expect, it } from 'vitest';
import { normalizeMtl } from './normalize-mtl.ts';

const linesOf = (text: string) =>
  normalizeMtl(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

describe('an MTL file', () => {
  it.each([
    ['classic Mac line endings', 'newmtl a\rKd 1 0 0\r'],
    ['tabs', '\tnewmtl\ta\n\tKd\t1 0 0\n'],
    ['a BOM', '\uFEFFnewmtl a\nKd 1 0 0'],
  ])('is read with %s', (_, text) => {
    expect(linesOf(text)).toEqual(['newmtl a', 'kd 1 0 0']);
  });

  it.each([
    ['map_Kd my wood.png', 'map_kd my wood.png'],
    ['map_Kd "my wood.png"', 'map_kd my wood.png'],
    ['map_Kd -s 2 wood.png', 'map_kd -s 2 1 1 wood.png'],
    ['map_Kd -s 2 3 -o 0.5 wood.png', 'map_kd -s 2 3 1 -o 0.5 0 0 wood.png'],
    ['map_Kd -blendu on -clamp off -mm 0 1 -texres 512 -imfchan r wood.png', 'map_kd wood.png'],
    ['map_Bump -bm 0.3 bricks.png', 'map_bump bricks.png'],
    ['map_Kd -o 0,5 1 wood.jpg', 'map_kd -o 0.5 1 0 wood.jpg'],
    ['map_Kd -S 2,5 2,5 1,0 oak, dark.jpg', 'map_kd -s 2.5 2.5 1.0 oak, dark.jpg'],
    ['bump bricks_normal.png -bm 0.3', 'norm bricks_normal.png'],
  ])('specifies a picture as in "%s"', (line, tidy) => {
    expect(linesOf(`newmtl a\n${line}`)).toEqual(['newmtl a', tidy]);
  });

  it.each([
    ['Kd 0,8 0,7 0,6', 'kd 0.8 0.7 0.6'],
    ['Kd 0.8, 0.7, 0.6', 'kd 0.8 0.7 0.6'],
    ['Ke 1,5e-1 ,5 0', 'ke 1.5e-1 .5 0'],
    ['Kd 0,5', 'kd 0.5 0.5 0.5'],
    ['d 0,5', 'd 0.5'],
    ['Tr 0,25', 'tr 0.25'],
    ['Ns 96,078', 'ns 96.078'],
    ['Pr 0,3', 'pr 0.3'],
  ])('reads the numbers of "%s"', (line, tidy) => {
    expect(linesOf(`newmtl oak, dark 1,5\n${line}`)).toEqual(['newmtl oak, dark 1,5', tidy]);
  });

  it('prefers d to Tr, whose meaning differs between tools', () => {
    expect(linesOf('newmtl a\nd 1\nTr 1\nnewmtl b\nTr 1\nnewmtl c\nTr 0.5')).toEqual([
      'newmtl a',
      'd 1',
      'newmtl b',
      'newmtl c',
      'tr 0.5',
    ]);
  });

  it.each([
    ['no color', 'map_Ke lamp.png', ['newmtl a', 'map_ke lamp.png', 'ke 1 1 1']],
    ['black', 'Ke 0 0 0\nmap_Ke lamp.png', ['newmtl a', 'map_ke lamp.png', 'ke 1 1 1']],
    ['a color', 'Ke 0 1 0\nmap_Ke lamp.png', ['newmtl a', 'ke 0 1 0', 'map_ke lamp.png']],
  ])('shows an emissive picture with %s', (_, lines, tidy) => {
    expect(linesOf(`newmtl a\n${lines}`)).toEqual(tidy);
  });
});
