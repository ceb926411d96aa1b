/** Light by pixel, from the upper left; channels are red, green and blue. */
export type Light = { width: number; height: number; at: (x: number, y: number, channel: number) => number };

/** Lines outside these lengths are not compressed in this format. */
const MIN_PACKED = 8;
const MAX_RUN = 127;
const MIN_RUN = 4;

/** Scales a picture down to a maximum width; each pixel is the mean of its source pixels. */
export function shrink(light: Light, maxWidth: number): Light {
  const factor = Math.ceil(light.width / maxWidth);
  if (factor <= 1) {
    return light;
  }
  const width = Math.max(1, Math.floor(light.width / factor));
  const height = Math.max(1, Math.floor(light.height / factor));
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        data[(y * width + x) * 3 + channel] = meanOf(
          light,
          { x: x * factor, y: y * factor, factor },
          channel,
        );
      }
    }
  }
  return { width, height, at: (x, y, channel) => data[(y * width + x) * 3 + channel] ?? 0 };
}

/** Radiance HDR, packed line by line. */
export function writeHdr({ width, height, at }: Light): Uint8Array {
  const head = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`;
  const parts: Uint8Array[] = [new TextEncoder().encode(head)];
  for (let y = 0; y < height; y += 1) {
    const line = new Uint8Array(width * 4);
    for (let x = 0; x < width; x += 1) {
      line.set(toRgbe(at(x, y, 0), at(x, y, 1), at(x, y, 2)), x * 4);
    }
    parts.push(width < MIN_PACKED ? line : packLine(line, width));
  }
  return Buffer.concat(parts);
}

function meanOf(
  light: Light,
  { x, y, factor }: { x: number; y: number; factor: number },
  channel: number,
): number {
  let sum = 0;
  let count = 0;
  for (let row = y; row < Math.min(y + factor, light.height); row += 1) {
    for (let column = x; column < Math.min(x + factor, light.width); column += 1) {
      sum += light.at(column, row, channel);
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Three mantissas and the exponent that they share. */
function toRgbe(red: number, green: number, blue: number): [number, number, number, number] {
  const most = Math.max(red, green, blue);
  if (most < 1e-32) {
    return [0, 0, 0, 0];
  }
  const exponent = Math.min(127, Math.floor(Math.log2(most)) + 1);
  const scale = 256 / 2 ** exponent;
  const mantissa = (light: number) => Math.min(255, Math.floor(light * scale));
  return [mantissa(red), mantissa(green), mantissa(blue), exponent + 128];
}

function packLine(line: Uint8Array, width: number): Uint8Array {
  const out: number[] = [2, 2, width >> 8, width & 255];
  for (let channel = 0; channel < 4; channel += 1) {
    const value = (x: number) => line[x * 4 + channel] ?? 0;
    const runAt = (x: number) => {
      let length = 1;
      while (x + length < width && length < MAX_RUN && value(x + length) === value(x)) {
        length += 1;
      }
      return length;
    };
    for (let x = 0; x < width; ) {
      const run = runAt(x);
      if (run >= MIN_RUN) {
        out.push(128 + run, value(x));
        x += run;
        continue;
      }
      const from = x;
      while (x < width && x - from < MAX_RUN && runAt(x) < MIN_RUN) {
        x += 1;
      }
      out.push(x - from);
      for (let at = from; at < x; at += 1) {
        out.push(value(at));
      }
    }
  }
  return Uint8Array.from(out);
}
