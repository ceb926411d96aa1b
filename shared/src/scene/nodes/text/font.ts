import type { PlanArea } from '../extrude.ts';

/**
 * A line of text in ems: areas of its glyphs, as a plan whose −Z is up, its length, and the
 * characters without a glyph.
 */
export type TypeLine = { areas: readonly PlanArea[]; length: number; missing: readonly string[] };

/** A parsed font. */
export type TextFont = {
  /** Lays out a line from the origin along +X. */
  lineOf: (text: string) => TypeLine;
  /** Maximum bevel of an area of such a line, in ems; at most `cut`. */
  roomForCut: (area: PlanArea, cut: number) => number;
};
