import type { SnapKind } from './measure-snap.ts';

/** Symbols of the snap kinds, each as a path in a square of {@link GLYPH_SIZE} pixels around the pointer. */
export const SNAP_GLYPHS: Readonly<Record<SnapKind, string>> = {
  vertex: 'M2 2h12v12H2Z',
  edge: 'M2 2h12L2 14h12Z',
  anchor: 'M8 1l7 7-7 7-7-7Z',
  surface: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
};

export const GLYPH_SIZE = 16;
