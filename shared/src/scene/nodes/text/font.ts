import type { PlanArea } from '../extrude.ts';

/** A line of type in ems: what its letters cover, as a plan whose −Z is up, how long it is, and the signs left out of it. */
export type TypeLine = { areas: readonly PlanArea[]; length: number; missing: readonly string[] };

/** A font that was read. */
export type TextFont = {
  /** Lays a line out from the origin along +X. */
  lineOf: (text: string) => TypeLine;
  /** How far the edges of an area of such a line can be cut, in ems; at most `cut`. */
  roomForCut: (area: PlanArea, cut: number) => number;
};
