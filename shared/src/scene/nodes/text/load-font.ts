import { Blob, Buffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs';
import type { PlanPoint } from '../plan.ts';
import type { TextFont, TypeLine } from './font.ts';
import { FontError } from './font-error.ts';
import { mergeContours, roomForCut } from './merge.ts';
import { plainFont } from './sfnt.ts';

/** Maximum distance between a facet and its curve, in ems. */
const TOLERANCE = 0.001;

const MAX_FACETS = 24;

/** Maximum extent of glyphs in ems; larger ones are damaged. */
const FURTHEST = 50;

/** A path command: move, line, or a Bézier curve of degree two or three with its control points and end. */
type PathCommand = { type: string; values: readonly number[] };

/** Maximum number of points in a line; further glyphs are not drawn. */
const MAX_POINTS = 100_000;
/** Glyph index of missing characters. Its outline depends on the font, so {@link BOX} is drawn instead. */
const MISSING = 0;
/** Box of a missing character, in ems: its outer size, its stroke, and the gap on both sides. */
const BOX = { width: 0.5, height: 0.7, stroke: 0.05, gap: 0.06 } as const;
const SPACE = 0x20;
/** Characters that no font draws: white space, line ends and invisible joiners. */
const UNDRAWN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/**
 * Reads TrueType, OpenType and WOFF 1 files as one font: each character uses the first file with a glyph for
 * it, and is a box where none has one. Import this module only when there is a text, as the font
 * parser is large. The parser runs in its WebAssembly memory, with limits on recursion and length.
 * @throws FontError for files that are not fonts
 */
export async function loadFont(files: readonly Uint8Array<ArrayBuffer>[]): Promise<TextFont> {
  const faces = await Promise.all(files.map(readFace));
  const [first] = faces;
  if (!first) {
    throw new FontError('font.format');
  }
  return { lineOf: (text) => lineOf(text, faces, first), roomForCut };
}

/** One file of a font; outlines of glyphs are cached. */
type FontFace = { font: Font; unitsPerEm: number; letters: Map<number, PlanPoint[][]> };

async function readFace(file: Uint8Array<ArrayBuffer>): Promise<FontFace> {
  const plain = await plainFont(file);
  try {
    const face = new Face(new Blob(plain));
    const font = new Font(face);
    // The parser accepts a file without a font as one without glyphs.
    if (!(face.upem > 0) || !hasLetters(face)) {
      throw new FontError('font.damaged');
    }
    return { font, unitsPerEm: face.upem, letters: new Map() };
  } catch (cause) {
    throw cause instanceof FontError ? cause : new FontError('font.damaged', { cause });
  }
}

function hasLetters(face: Face): boolean {
  return face.collectUnicodes().length > 0;
}

type Run = { face: FontFace; text: string };

function lineOf(text: string, faces: readonly FontFace[], first: FontFace): TypeLine {
  const contours: PlanPoint[][] = [];
  const missing = new Set<string>();
  let [length, points] = [0, 0];
  for (const { face, text: part } of runsOf(text, faces, first)) {
    const buffer = new Buffer();
    buffer.addText(part);
    // Every character gets its cluster, even when it is shaped together with others.
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.guessSegmentProperties();
    shape(face.font, buffer);
    const positions = buffer.getGlyphPositions();
    for (const [i, { codepoint: glyph, cluster }] of buffer.getGlyphInfos().entries()) {
      if (glyph === MISSING) {
        const sign = String.fromCodePoint(part.codePointAt(cluster) ?? 0);
        if (UNDRAWN.test(sign)) {
          length += spaceOf(face);
          continue;
        }
        missing.add(sign);
        points += 8;
        if (points <= MAX_POINTS) {
          contours.push(...boxAt(length));
        }
        length += BOX.width + 2 * BOX.gap;
        continue;
      }
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      const letter = letterOf(face, glyph);
      points += letter.reduce((sum, contour) => sum + contour.length, 0);
      if (points <= MAX_POINTS) {
        const [x, z] = [length + xOffset / face.unitsPerEm, -yOffset / face.unitsPerEm];
        contours.push(...letter.map((contour) => contour.map(([dx, dz]): PlanPoint => [x + dx, z + dz])));
      }
      length += xAdvance / face.unitsPerEm;
    }
  }
  return { areas: mergeContours(contours), length, missing: [...missing] };
}

/** Contours of the box for a missing character that begins at a distance along the line. */
function boxAt(far: number): PlanPoint[][] {
  const { width, height, stroke, gap } = BOX;
  const [left, right] = [far + gap, far + gap + width];
  const [inLeft, inRight] = [left + stroke, right - stroke];
  return [
    [
      [left, 0],
      [right, 0],
      [right, -height],
      [left, -height],
    ],
    [
      [inLeft, -stroke],
      [inLeft, stroke - height],
      [inRight, stroke - height],
      [inRight, -stroke],
    ],
  ];
}

/** Width of a space, in ems. */
function spaceOf({ font, unitsPerEm }: FontFace): number {
  return font.glyphHAdvance(font.nominalGlyph(SPACE) ?? MISSING) / unitsPerEm;
}

/** Splits a text into runs that each use one file. */
function runsOf(text: string, faces: readonly FontFace[], first: FontFace): Run[] {
  const runs: Run[] = [];
  for (const char of text) {
    const last = runs.at(-1);
    const has = ({ font }: FontFace) => (font.nominalGlyph(char.codePointAt(0) ?? 0) ?? MISSING) !== MISSING;
    // Marks and joiners stay in the run of the preceding character where possible.
    const isMark = /[\p{M}\u200c\u200d]/u.test(char);
    const face = last && isMark && has(last.face) ? last.face : (faces.find(has) ?? first);
    if (last?.face === face) {
      last.text += char;
    } else {
      runs.push({ face, text: char });
    }
  }
  return runs;
}

/** Outline of a glyph in ems; empty where it is damaged. */
function letterOf({ font, unitsPerEm, letters }: FontFace, glyph: number): PlanPoint[][] {
  const known = letters.get(glyph);
  if (known) {
    return known;
  }
  const drawn = contoursOf(font.glyphToJson(glyph), unitsPerEm, MAX_POINTS) ?? [];
  letters.set(glyph, drawn);
  return drawn;
}

/**
 * Closed contours of a glyph in ems, with flattened curves, as a plan whose −Z is up. Null for a damaged
 * glyph or one with more than `maxPoints`.
 */
function contoursOf(
  commands: readonly PathCommand[],
  unitsPerEm: number,
  maxPoints: number,
): PlanPoint[][] | null {
  const contours: PlanPoint[][] = [];
  let points = 0;
  let from: PlanPoint = [0, 0];
  for (const { type, values } of commands) {
    const handles = pointsOf(values, unitsPerEm);
    const to = handles.at(-1);
    if (!to) {
      continue;
    }
    if (type === 'M') {
      contours.push([to]);
    } else {
      const curve = facets([from, ...handles]);
      points += curve.length;
      contours.at(-1)?.push(...curve);
    }
    from = to;
    if (points > maxPoints) {
      return null;
    }
  }
  const isSane = contours.every((contour) => contour.every(([x, z]) => Math.hypot(x, z) < FURTHEST));
  return isSane ? contours.filter(({ length }) => length > 2) : null;
}

function pointsOf(values: readonly number[], unitsPerEm: number): PlanPoint[] {
  return Array.from(
    { length: values.length / 2 },
    (_, i): PlanPoint => [(values[2 * i] ?? 0) / unitsPerEm, -(values[2 * i + 1] ?? 0) / unitsPerEm],
  );
}

/** Points of a line or a Bézier curve of degree two or three, without the first. */
function facets(handles: readonly PlanPoint[]): PlanPoint[] {
  const bend = handles.slice(2).map((point, i) => {
    const [a, b] = [handles[i] ?? point, handles[i + 1] ?? point];
    return Math.hypot(a[0] - 2 * b[0] + point[0], a[1] - 2 * b[1] + point[1]);
  });
  const count = Math.ceil(Math.sqrt(Math.max(0, ...bend) / (2 * TOLERANCE)));
  const parts = Number.isFinite(count) ? Math.min(Math.max(count, 1), MAX_FACETS) : 1;
  return Array.from({ length: parts }, (_, i) => between(handles, (i + 1) / parts));
}

/** Point on a Bézier curve. */
function between(handles: readonly PlanPoint[], share: number): PlanPoint {
  let points = handles;
  while (points.length > 1) {
    points = points.slice(1).map((point, i) => {
      const [x, z] = points[i] ?? point;
      return [x + (point[0] - x) * share, z + (point[1] - z) * share] as const;
    });
  }
  return points[0] ?? [0, 0];
}
