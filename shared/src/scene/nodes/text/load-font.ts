import { type Font, type Glyph, parse } from 'opentype.js/dist/opentype.mjs';
import type { PlanPoint } from '../plan.ts';
import { contoursOf } from './contours.ts';
import type { TextFont, TypeLine } from './font.ts';
import { FontError } from './font-error.ts';
import { mergeContours, roomForCut } from './merge.ts';
import { plainFont } from './sfnt.ts';

/** More corners than this a line's letters do not have; those that follow are not drawn. */
const MAX_POINTS = 100_000;

/**
 * Reads TrueType, OpenType and WOFF files (of version 1) as one font: every letter comes from the first file that has it,
 * and where none has it the first file's box stands for it. Bring this module in when there is a text: the parser is large.
 * @throws FontError for whatever is no font
 */
export async function loadFont(files: readonly Uint8Array<ArrayBuffer>[]): Promise<TextFont> {
  const fonts = await Promise.all(files.map(readFont));
  const [first] = fonts;
  if (!first) {
    throw new FontError('font.format');
  }
  return { lineOf: (text) => lineOf(text, fonts, first), roomForCut };
}

async function readFont(file: Uint8Array<ArrayBuffer>): Promise<Font> {
  const plain = await plainFont(file);
  try {
    const font = parse(plain, { lowMemory: true });
    if (!(font.unitsPerEm > 0) || !(font.numGlyphs > 0)) {
      throw new FontError('font.damaged');
    }
    return font;
  } catch (cause) {
    throw cause instanceof FontError ? cause : new FontError('font.damaged', { cause });
  }
}

type Run = { font: Font; text: string };

function lineOf(text: string, fonts: readonly Font[], first: Font): TypeLine {
  const contours: PlanPoint[][] = [];
  let [length, points] = [0, 0];
  for (const run of runsOf(text, fonts, first)) {
    const { letters, advance } = layOut(run);
    for (const { x, outline } of letters) {
      const drawn = outline(MAX_POINTS - points) ?? [];
      points += drawn.reduce((sum, contour) => sum + contour.length, 0);
      contours.push(...drawn.map((contour) => contour.map(([at, z]): PlanPoint => [length + x + at, z])));
    }
    length += advance;
  }
  return { areas: mergeContours(contours), length };
}

/** The text in parts that are each written in one font. */
function runsOf(text: string, fonts: readonly Font[], first: Font): Run[] {
  const runs: Run[] = [];
  for (const char of text) {
    const last = runs.at(-1);
    // Marks and joiners stay with their letter wherever its font has them.
    const font =
      last?.font.hasChar(char) && !/\s/u.test(char) && last.font !== first && !first.hasChar(char)
        ? last.font
        : (fonts.find((one) => one.hasChar(char)) ?? first);
    if (last?.font === font) {
      last.text += char;
    } else {
      runs.push({ font, text: char });
    }
  }
  return runs;
}

/** `x` in ems; the outline of a letter that is damaged is null. */
type Letter = { x: number; outline: (maxPoints: number) => PlanPoint[][] | null };
type Layout = { letters: Letter[]; advance: number };

/**
 * Joins letters as the font says. Where it says so in a way that the parser does not know, or that is damaged, they stand
 * one beside the other.
 */
function layOut({ font, text }: Run): Layout {
  return attempt(() => joined(font, text)) ?? sideBySide(font, text);
}

function joined(font: Font, text: string): Layout {
  const letters: Letter[] = [];
  const advance = font.forEachGlyph(text, 0, 0, 1, { kerning: true }, (glyph, x) => {
    letters.push(letterOf(font, glyph, x));
  });
  if (!Number.isFinite(advance)) {
    throw new FontError('font.damaged');
  }
  return { letters, advance };
}

function sideBySide(font: Font, text: string): Layout {
  const letters: Letter[] = [];
  let advance = 0;
  let before: Glyph | null = null;
  for (const char of text) {
    const glyph = attempt(() => font.charToGlyph(char));
    if (!glyph) {
      continue;
    }
    const last: Glyph | null = before;
    const kerning = last ? (attempt(() => font.getKerningValue(last, glyph)) ?? 0) : 0;
    advance += finite(kerning / font.unitsPerEm);
    letters.push(letterOf(font, glyph, advance));
    advance += finite(glyph.advanceWidth / font.unitsPerEm);
    before = glyph;
  }
  return { letters, advance };
}

function letterOf(font: Font, glyph: Glyph, x: number): Letter {
  return {
    x: finite(x),
    outline: (maxPoints) => attempt(() => contoursOf(glyph.path.commands, font.unitsPerEm, maxPoints)),
  };
}

/** What a damaged table makes of anything is not there; all else of the font is. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
