import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { describe, expect, it } from 'vitest';
import { normalizeObj } from './normalize-obj.ts';

const CORNERS = ['v 0 0 0', 'v 1 0 0', 'v 0 1 0'];
const tidy = (...lines: string[]) => normalizeObj([...CORNERS, ...lines].join('\n'));
const facesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('f '));

describe('an OBJ file', () => {
  it('is read with any line ends, and with faces over several lines', () => {
    const text = [...CORNERS, 'f 1 \\', '2 3'];
    for (const end of ['\n', '\r\n', '\r', ' \t\n']) {
      expect(facesOf(normalizeObj(text.join(end)).text)).toEqual(['f 1// 2// 3//']);
    }
  });

  it('loses comments behind numbers, and keeps # in names', () => {
    const { text } = tidy('usemtl paint #2', 'f 1 2 3 # front');
    expect(text).toContain('usemtl paint #2');
    expect(facesOf(text)).toEqual(['f 1// 2// 3//']);
  });

  it('may have uppercase keywords', () => {
    expect(normalizeObj('O Box\nV 0 0 0\nV 1 0 0\nV 0 1 0\nUSEMTL Paint\nF 1 2 3').text).toBe(
      'o Box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Paint\nf 1// 2// 3//',
    );
  });

  it.each([
    ['lines', 'l 1 2'],
    ['points', 'p 1 2'],
  ])('separates faces before any object from %s', (_, line) => {
    const { text } = tidy(line, 'f 1 2 3');
    const lines = text.split('\n');
    const objectOf = (start: string) => {
      const at = lines.findIndex((one) => one.startsWith(start));
      return lines.slice(0, at).findLast((one) => one.startsWith('o '));
    };
    expect(objectOf('f ')).toBe('o Faces');
    expect(objectOf(line)).not.toBe('o Faces');
  });

  it('may use decimal commas', () => {
    expect(normalizeObj('v 0,5 1,25 0\nv 1 0 0\n').text).toBe('v 0.5 1.25 0\nv 1 0 0');
  });

  it.each([
    ['that does not exist', 'f 1 2 9'],
    ['with index zero', 'f 0 1 2'],
    ['with invalid coordinates', 'v nan 0 0\nf 1 2 4'],
    ['missing', 'f 1 2'],
  ])('omits a face with a corner %s and reports it', (_, face) => {
    const { text, warnings } = tidy(face, 'f 1 2 3');
    expect(facesOf(text)).toEqual(['f 1// 2// 3//']);
    expect(inEnglish(warnings)).toEqual([expect.stringMatching(/missing vertices/)]);
  });

  it('has normals and texture coordinates only where all corners of a face have valid ones', () => {
    const { text } = tidy(
      'vn 0 0 0',
      'vn 0 0 1',
      'vt 0 0',
      'f 1/1/2 2/1/2 3/1/1',
      'f 1/1/2 2/1/2 3/9/2',
      'f 1/1/-1 2/1/-1 3/1/-1',
    );
    expect(facesOf(text)).toEqual(['f 1/1/ 2/1/ 3/1/', 'f 1//2 2//2 3//2', 'f 1/1/2 2/1/2 3/1/2']);
  });

  it('may have texture coordinates of one or three numbers', () => {
    expect(normalizeObj('vt 0,5\nvt 0.1 0.2\nvt 0.1 0.2 0').text).toBe('vt 0.5 0\nvt 0.1 0.2\nvt 0.1 0.2 0');
  });

  it('keeps its faces beside curves, which are reported', () => {
    const { text, dropped } = tidy(
      'vp 0.5',
      'cstype bezier',
      'deg 3',
      'curv 0 1 1 2 3',
      'parm u 0 1',
      'end',
      'f 1 2 3',
    );
    expect(text.split('\n')).toEqual([...CORNERS, 'f 1// 2// 3//']);
    expect(inEnglish(dropped)).toEqual(['Curves, which cannot be read']);
  });

  it('is centered when its coordinates are those of a map', () => {
    const { text, offset } = normalizeObj('v 654321.25 5432100 30 1 0 0\nv 654322.25 5432102 31\n');
    expect(text).toBe('v -0.75 -1 -1 1 0 0\nv 0.25 1 0 1 1 1');
    expect(offset).toEqual([654322, 5432101, 31]);
    expect(normalizeObj('v 900 0 0\nv 901 2 3').offset).toBeNull();
  });

  it.each([
    ['one line', '#MRGB 00ff000080008000ff0000ff'],
    ['several lines', '#MRGB 00ff0000\n#MRGB 80008000\n#MRGB ff0000ff'],
    ['lower case', '#mrgb 00ff000080008000ff0000ff # a note'],
  ])('has the ZBrush vertex colors in %s', (_, paint) => {
    expect(tidy(paint, 'f 1 2 3').text.split('\n')).toEqual([
      'v 0 0 0 1 0 0',
      'v 1 0 0 0 0.502 0',
      'v 0 1 0 0 0 1',
      'f 1// 2// 3//',
    ]);
  });

  it('is white beyond a short ZBrush paint, and keeps its colors when centered', () => {
    expect(tidy('#MRGB ff000000').text).toBe('v 0 0 0 0 0 0\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1');
    expect(normalizeObj('v 654321.25 0 0\nv 654322.25 0 0\n#MRGB ff000000ffffffff').text).toBe(
      'v -0.75 0 0 0 0 0\nv 0.25 0 0 1 1 1',
    );
  });

  it.each([
    ['of 1', 'v 0 0 0 1 0.2 0\nv 1 0 0 1.0001 0 0', 'v 0 0 0 1 0.2 0\nv 1 0 0 1.0001 0 0'],
    [
      'of 255',
      'v 0 0 0 255 51 0\nv 1 0 0 0 0 1\nv 1 1 1',
      'v 0 0 0 1 0.2 0\nv 1 0 0 0 0 0.0039\nv 1 1 1 1 1 1',
    ],
    ['for some vertices only', 'v 0 0 0 1 0.2 0\nv 1 1 1', 'v 0 0 0 1 0.2 0\nv 1 1 1 1 1 1'],
    ['with decimal commas', 'v 0, 0, 0, 1,0, 0,2, 0,5', 'v 0 0 0 1.0 0.2 0.5'],
  ])('may have vertex colors in fractions %s', (_, lines, tidied) => {
    expect(normalizeObj(lines).text).toBe(tidied);
  });
});
