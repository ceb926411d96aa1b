/** How many numbers a vertex with a colour has. */
export const COLORED = 6;

/** What a file says of the colours of its vertices. */
export type VertexColors = {
  /** Those that stand apart from their vertices, in the same order. */
  paint: number[];
  /** How many vertices have one of their own, and its highest share. */
  colored: number;
  brightest: number;
};

/** Four pairs of digits a vertex: how much of it is masked, and its colour. */
const PAINTED = /[0-9a-f]{8}/gi;
const WHITE = 0xffffff;
const BYTE = 0xff;
const DIGITS = 4;

/** The colours that a line of ZBrush has for the next vertices, as whole numbers. */
export function readPaint(line: string): number[] {
  const colors = line.split(/\s+/)[1]?.match(PAINTED) ?? [];
  return colors.map((color) => Number.parseInt(color, 16) & WHITE);
}

/**
 * The lines of an OBJ with the colours of its vertices as the loader reads them: shares of 1 behind all places, or behind
 * none. Some tools write them apart, some as shares of 255, and some for a few vertices, where the others are white.
 */
export function withColors(
  lines: readonly string[],
  vertices: number,
  { paint, colored, brightest }: VertexColors,
): readonly string[] {
  // A share a little above 1 is one of 1 that was rounded.
  const highest = paint.length > 0 || brightest >= 2 ? BYTE : 1;
  const isPartly = colored > 0 && colored < vertices;
  if (highest === 1 && !isPartly) {
    return lines;
  }
  let vertex = -1;
  return lines.map((line) => {
    const [keyword, ...numbers] = line.split(' ');
    if (keyword !== 'v') {
      return line;
    }
    vertex += 1;
    const own = numbers.length >= COLORED ? numbers.slice(3, COLORED).map(Number) : Array(3).fill(highest);
    const color = paint.length > 0 ? bytesOf(paint[vertex] ?? WHITE) : own;
    const shares = color.map((share) => Number((share / highest).toFixed(DIGITS)));
    return [keyword, ...numbers.slice(0, 3), ...shares].join(' ');
  });
}

function bytesOf(color: number): number[] {
  return [color >> 16, (color >> 8) & BYTE, color & BYTE];
}
