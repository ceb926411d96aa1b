/** How many numbers a vertex with a colour has. */
export const COLORED = 6;

/** Four pairs of digits a vertex: how much of it is masked, and its colour. */
const PAINTED = /[0-9a-f]{8}/gi;
const WHITE = 0xffffff;
const HIGHEST = 255;
const DIGITS = 4;

/** The colours that a line of ZBrush has for the next vertices, as whole numbers. */
export function readPaint(line: string): number[] {
  const colors = line.split(/\s+/)[1]?.match(PAINTED) ?? [];
  return colors.map((color) => Number.parseInt(color, 16) & WHITE);
}

/**
 * The lines of an OBJ with the colours of its vertices as shares of 1 behind their places: some tools write them apart, and
 * some as shares of 255.
 */
export function withColors(
  lines: readonly string[],
  { paint, brightest }: { paint: readonly number[]; brightest: number },
): readonly string[] {
  let vertex = -1;
  const colorOf = (words: readonly string[]): number[] => {
    vertex += 1;
    return paint.length > 0 ? bytesOf(paint[vertex] ?? WHITE) : words.slice(COLORED - 3, COLORED).map(Number);
  };
  // A share a little above 1 is one of 1 that was rounded.
  const isOfBytes = paint.length > 0 || brightest >= 2;
  return isOfBytes ? lines.map((line) => colored(line, colorOf)) : lines;
}

function colored(line: string, colorOf: (numbers: readonly string[]) => number[]): string {
  const [keyword, ...numbers] = line.split(' ');
  if (keyword !== 'v') {
    return line;
  }
  const shares = colorOf(numbers).map((byte) => Number((byte / HIGHEST).toFixed(DIGITS)));
  return [keyword, ...numbers.slice(0, 3), ...shares].join(' ');
}

function bytesOf(color: number): number[] {
  return [color >> 16, (color >> 8) & HIGHEST, color & HIGHEST];
}
