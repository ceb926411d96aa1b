/** Numbers of a vertex with a colour. */
export const COLORED = 6;

/** Vertex colours of a file. */
export type VertexColors = {
  /** Colours in separate lines, in the order of the vertices. */
  paint: number[];
  /** Number of vertices with an inline colour, and its largest component. */
  colored: number;
  brightest: number;
};

/** Four pairs of digits per vertex: its mask and its colour. */
const PAINTED = /[0-9a-f]{8}/gi;
const WHITE = 0xffffff;
const BYTE = 0xff;
const DIGITS = 4;

/** Colours of the next vertices in a ZBrush line, as integers. */
export function readPaint(line: string): number[] {
  const colors = line.split(/\s+/)[1]?.match(PAINTED) ?? [];
  return colors.map((color) => Number.parseInt(color, 16) & WHITE);
}

/**
 * Converts an OBJ's vertex colours to the loader's form: shares of 1 after all positions, or after none. Some tools
 * write them separately, some as shares of 255, and some for a few vertices only; the others are then white.
 */
export function withColors(
  lines: readonly string[],
  vertices: number,
  { paint, colored, brightest }: VertexColors,
): readonly string[] {
  // A share slightly above 1 is a rounded 1.
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
