import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { Box3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument, sceneNode } from '../../document.ts';
import { alone, shapeOf } from '../kinds.ts';
import { openEdges, surfaceOf, trianglesOf, volumeOf, wrongNormals } from '../test/surface.ts';
import { typefaceFile } from '../traits.ts';
import { textGeometry } from './build-text.ts';
import type { TextFont } from './font.ts';
import { FontError } from './font-error.ts';
import { INTER_FILES } from './inter.ts';
import { loadFont } from './load-font.ts';
import { mergeContours } from './merge.ts';
import { textProps } from './schema.ts';
import { plainFont } from './sfnt.ts';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json')),
  'files',
);
const files = INTER_FILES.map((name) => new Uint8Array(readFileSync(join(folder, name))));
let font: TextFont;

beforeAll(async () => {
  font = await loadFont(files);
});

function built(props: object) {
  return textGeometry(textProps.parse(props), font);
}
const boundsOf = (props: object) => new Box3().setFromPoints(trianglesOf(built(props)).flat());
const areaOf = (text: string) => surfaceOf(trianglesOf(built({ text, size: 1, depth: 0 })));

describe('The letters of a text', () => {
  it('stand on +X, face +Z and are as thick as the depth of the text', () => {
    const bounds = boundsOf({ text: 'H', size: 1, depth: 0.2 });
    expect(bounds.min.y).toBeCloseTo(0);
    expect(bounds.max.y).toBeCloseTo(0.727, 2);
    expect([bounds.min.z, bounds.max.z]).toEqual([expect.closeTo(0), expect.closeTo(0.2)]);
    expect(bounds.min.x).toBeGreaterThan(0);
  });

  it('cover the area of their strokes, with open holes', () => {
    // A bar with the cap height and the width of the stem.
    const stem = boundsOf({ text: 'l', size: 1 });
    expect(areaOf('l')).toBeCloseTo((stem.max.x - stem.min.x) * (stem.max.y - stem.min.y), 3);
    const round = boundsOf({ text: 'o', size: 1 });
    const [width, height] = [round.max.x - round.min.x, round.max.y - round.min.y];
    expect(areaOf('o')).toBeLessThan(width * height * 0.6);
    for (const [letter, holes] of [
      ['o', 1],
      ['8', 2],
      ['%', 2],
      ['i', 0],
      ['@', 1],
    ] as const) {
      const line = font.lineOf(letter);
      expect(line.areas.reduce((sum, area) => sum + (area.holes?.length ?? 0), 0)).toBe(holes);
    }
  });

  it('are closed solids facing outward for every ASCII character, beveled or not', () => {
    for (let code = 33; code < 127; code++) {
      for (const bevel of [0, 0.02]) {
        const solid = built({ text: String.fromCharCode(code), size: 1, depth: 0.2, bevel });
        expect([String.fromCharCode(code), bevel, openEdges(solid)]).toEqual([expect.anything(), bevel, []]);
        expect(wrongNormals(solid)).toBe(0);
        expect(volumeOf(solid)).toBeGreaterThan(0);
      }
    }
  });

  it('get rounded edges without growing', () => {
    const [plain, cut] = [0, 0.02].map((bevel) => ({ text: 'Ag&', size: 1, depth: 0.2, bevel }));
    expect(boundsOf(cut ?? {}).max.distanceTo(boundsOf(plain ?? {}).max)).toBeCloseTo(0, 4);
    expect(volumeOf(built(cut ?? {}))).toBeLessThan(volumeOf(built(plain ?? {})));
  });

  it('are flat and face +Z without a depth', () => {
    const flat = built({ text: 'Flat', depth: 0 });
    const normal = flat.getAttribute('normal');
    expect(Array.from({ length: normal.count }, (_, i) => normal.getZ(i)).every((z) => z > 0.99)).toBe(true);
  });

  it('start, end or are centered at the origin', () => {
    const text = 'HHHH';
    const at = (align: string) => boundsOf({ text, align, size: 1 });
    expect(at('left').min.x).toBeGreaterThan(0);
    expect(at('right').max.x).toBeLessThan(0);
    expect(at('center').max.x + at('center').min.x).toBeCloseTo(0, 1);
  });

  it('continue below in a new line', () => {
    const bounds = boundsOf({ text: 'H\r\nH\nH', size: 1, lineHeight: 1.5 });
    expect(bounds.min.y).toBeCloseTo(-3);
    expect(bounds.max.y).toBeCloseTo(0.727, 2);
  });

  it('are kerned', () => {
    const lengthOf = (text: string) => font.lineOf(text).length;
    expect(lengthOf('AV')).toBeLessThan(lengthOf('A') + lengthOf('V') - 0.01);
  });

  it('are drawn in every script of the font', () => {
    for (const letter of ['é', 'ş', 'Ж', 'Ω', 'ờ', '€']) {
      expect(areaOf(letter)).toBeGreaterThan(0.02);
      expect(font.lineOf(letter).missing).toEqual([]);
    }
  });

  it.each([
    ['Salón 你好 ☕', ['你', '好', '☕']],
    ['漢', ['漢']],
    ['a漢b漢c', ['漢']],
    ['👩‍🚀!', ['👩', '🚀']],
    ['a\tb\u00adc\u0001', []],
  ])('are boxes where the font lacks characters, which are reported: %j', (text, missing) => {
    const line = font.lineOf(text);
    expect(line.missing).toEqual(missing);
    const known = font.lineOf([...text].filter((sign) => !missing.includes(sign)).join(''));
    const boxes = [...text].filter((sign) => missing.includes(sign)).length;
    const frames = line.areas.filter(({ outline, holes }) => outline.length === 4 && holes?.length === 1);
    expect(frames).toHaveLength(boxes);
    expect(line.areas).toHaveLength(known.areas.length + boxes);
    // Kerning is lost beside a box.
    expect(line.length).toBeCloseTo(known.length + boxes * 0.62, 1);
  });

  it('report each missing character once, and draw only missing ones as closed boxes', () => {
    const shape = built({ text: '你 好\n好 A' });
    expect(shape.userData).toEqual({ missing: ['你', '好'] });
    expect(built({ text: 'A' }).userData).toEqual({ missing: [] });
    for (const bevel of [0, 0.02]) {
      const boxes = built({ text: '你好', size: 1, depth: 0.1, bevel });
      expect(openEdges(boxes)).toEqual([]);
      expect(wrongNormals(boxes)).toBe(0);
      expect(volumeOf(boxes)).toBeGreaterThan(0.015);
    }
  });

  it('are absent in an empty text', () => {
    for (const text of ['', '  ', '\n\t\n']) {
      expect(shapeOf(alone(sceneNode.parse({ kind: 'text', props: { text } })))).toBeNull();
    }
  });

  it('load only the font files that they need, or only their custom font', () => {
    const filesOf = (props: object) => {
      const { node } = parseDocument({ nodes: { node: { kind: 'text', props } } }).nodes;
      const shape = node ? shapeOf(alone(node)) : null;
      return shape && 'files' in shape ? shape.files : [];
    };
    expect(filesOf({ text: 'Café' })).toEqual([typefaceFile(INTER_FILES[0])]);
    expect(filesOf({ text: 'Ωmega' })).toEqual(INTER_FILES.map(typefaceFile));
    expect(filesOf({ text: 'Ωmega', font: '/api/assets/1' })).toEqual(['/api/assets/1']);
  });
});

describe('merged contours', () => {
  const square = (x: number, size: number) =>
    [
      [x, 0],
      [x, -size],
      [x + size, -size],
      [x + size, 0],
    ] as const;

  it('form one area where they overlap, as in variable fonts', () => {
    const areas = mergeContours([square(0, 1), square(0.5, 1)]);
    expect(areas.map(({ outline, holes }) => [outline.length, holes?.length])).toEqual([[4, 0]]);
  });

  it('have a hole where one runs the other way, and an island in the hole', () => {
    const inner = square(0.1, 0.8).map(([x, z]) => [x, z - 0.1] as const);
    const island = square(0.3, 0.2).map(([x, z]) => [x, z - 0.3] as const);
    const areas = mergeContours([square(0, 1), inner.toReversed(), island]);
    expect(areas.map(({ holes }) => holes?.length)).toEqual([1, 0]);
  });
});

describe('a font file', () => {
  const codeOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      await loadFont([bytes]);
    } catch (error) {
      return error instanceof FontError ? error.code : error;
    }
    return null;
  };

  it('is rejected in another format', async () => {
    const text = new TextEncoder();
    for (const bytes of ['', 'wOF2', 'no font, but a sentence that goes on', `wOFF${'\0'.repeat(60)}`]) {
      expect(await codeOf(text.encode(bytes))).toMatch(/^font\./);
    }
    expect(await codeOf(text.encode('wOF2'.padEnd(80, 'x')))).toBe('font.format');
  });

  it('is rejected when it unpacks to more than declared, or declares too much', async () => {
    const [font] = files;
    const bomb = new Uint8Array(font ?? []);
    const view = new DataView(bomb.buffer);
    view.setUint32(44 + 12, 0xffffffff);
    expect(await codeOf(bomb)).toBe('font.too-large');
  });

  it('throws only a FontError for any damage', async () => {
    const whole = files[4] ?? new Uint8Array();
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 });
    const cut = fc.oneof(fc.constant(whole.length), fc.nat(whole.length));
    await fc.assert(
      fc.asyncProperty(damage, cut, async (bytes, length) => {
        const file = whole.slice(0, length);
        for (const [at, value] of bytes) {
          file[at] = value;
        }
        const error = await loadFont([file]).then(
          (font) => font.lineOf('ΑΒΓ αβγ ώ').areas && null,
          (refusal: unknown) => refusal,
        );
        expect(error === null || error instanceof FontError).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  it('throws only a FontError for damaged tables', async () => {
    const plain = new Uint8Array(await plainFont(files[4] ?? new Uint8Array()));
    const damage = fc.array(fc.tuple(fc.nat(plain.length - 1), fc.nat(255)), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(damage, async (bytes) => {
        const file = plain.slice();
        for (const [at, value] of bytes) {
          file[at] = value;
        }
        const error = await loadFont([file]).then(
          (font) => font.lineOf('ΑΒΓ αβγ ώ').areas && null,
          (refusal: unknown) => refusal,
        );
        expect(error === null || error instanceof FontError).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
