/** Light of a panorama by texel, row by row from the top; channels are red, green and blue. */
export type SkyLight = { width: number; height: number; at: (texel: number, channel: 0 | 1 | 2) => number };

/** A direction, or red, green and blue. */
export type Triple = readonly [number, number, number];

/** Sun found in a panorama. */
export type SkySun = {
  /** Unit vector to the sun; the panorama's middle shows −X, and +X is a quarter to the right of it. */
  direction: Triple;
  /** Illuminance of a surface facing the sun, beyond the remaining sky: lux where the panorama is in nits. */
  light: Triple;
  /** Cosine of the sun's angular radius, and the largest brightness of the sky there without the sun. */
  cosine: number;
  limit: number;
};

/** Smallest contrast of a sun to the rest of the sky. */
const MIN_CONTRAST = 10;
/** Smallest concentration of the brightest texels: 1 is a point, and this a disc of 14° around its centre. */
const MIN_TOGETHER = 0.985;
/** Share of the maximum above which a texel certainly belongs to the sun. */
const BRIGHT = 0.5;
/** Limit of the glow that stays in the sky, as a multiple of its mean. */
const GLOW = 4;
/** Extension of the sun's radius beyond its certain texels. */
const EDGE = { times: 1.5, radians: 0.03 };

/**
 * Finds the single small and very bright spot of a panorama above the horizon.
 * @returns null for light from several directions or from all around, as from clouds or lamps of a room
 */
export function findSun(sky: SkyLight): SkySun | null {
  const luminance = new Float32Array(sky.width * sky.height).map((_, texel) => luminanceOf(sky, texel));
  const brightest = luminance.reduce((most, value) => Math.max(most, value), 0);
  const { middle, weight, dimMean } = gather(sky, luminance, brightest * BRIGHT);
  const length = Math.hypot(...middle);
  const together = length / weight;
  const [x, y, z] = middle;
  if (brightest < MIN_CONTRAST * dimMean || !(together >= MIN_TOGETHER) || y <= 0) {
    return null;
  }
  const direction: Triple = [x / length, y / length, z / length];
  // The mean cosine over a uniform disc is (1 + cos angle) / 2.
  const angle = Math.acos(Math.max(-1, Math.min(1, 2 * together - 1)));
  const cosine = Math.cos(angle * EDGE.times + EDGE.radians);
  const limit = GLOW * dimMean;
  return { direction, cosine, limit, light: lightOf(sky, { direction, cosine, limit }) };
}

/**
 * Calls `dim` with each texel of a sun that is brighter than the remaining sky, and with the share of it that
 * stays.
 */
export function forSunTexels(
  sky: SkyLight,
  { direction: [x, y, z], cosine, limit }: Omit<SkySun, 'light'>,
  dim: (texel: number, share: number, solidAngle: number) => void,
): void {
  forTexels(sky, (texel, [dx, dy, dz], solidAngle) => {
    const isNear = dx * x + dy * y + dz * z >= cosine;
    const luminance = isNear ? luminanceOf(sky, texel) : 0;
    if (luminance > limit) {
      dim(texel, limit / luminance, solidAngle);
    }
  });
}

/** Luminance of a texel. */
function luminanceOf({ at }: SkyLight, texel: number): number {
  return 0.2126 * at(texel, 0) + 0.7152 * at(texel, 1) + 0.0722 * at(texel, 2);
}

/** Weighted centre of texels brighter than `bright`, and mean luminance of the others. */
function gather(sky: SkyLight, luminance: Float32Array, bright: number) {
  const middle: [number, number, number] = [0, 0, 0];
  let weight = 0;
  let dim = 0;
  let dimSolidAngle = 0;
  forTexels(sky, (texel, [x, y, z], solidAngle) => {
    const light = (luminance[texel] ?? 0) * solidAngle;
    if (light < bright * solidAngle) {
      dim += light;
      dimSolidAngle += solidAngle;
      return;
    }
    weight += light;
    middle[0] += x * light;
    middle[1] += y * light;
    middle[2] += z * light;
  });
  return { middle, weight, dimMean: dimSolidAngle > 0 ? dim / dimSolidAngle : 0 };
}

function lightOf(sky: SkyLight, sun: Omit<SkySun, 'light'>): Triple {
  const light: [number, number, number] = [0, 0, 0];
  forSunTexels(sky, sun, (texel, share, solidAngle) => {
    for (const channel of [0, 1, 2] as const) {
      light[channel] += sky.at(texel, channel) * (1 - share) * solidAngle;
    }
  });
  return light;
}

/** Iterates over all texels with their direction, which is the same array each time. */
function forTexels(
  { width, height }: Pick<SkyLight, 'width' | 'height'>,
  visit: (texel: number, direction: Triple, solidAngle: number) => void,
): void {
  const direction: [number, number, number] = [0, 0, 0];
  const around = Array.from({ length: width }, (_, x) => ((x + 0.5) / width - 0.5) * 2 * Math.PI);
  const cosines = around.map(Math.cos);
  const sines = around.map(Math.sin);
  for (let y = 0; y < height; y += 1) {
    const up = (0.5 - (y + 0.5) / height) * Math.PI;
    const flat = Math.cos(up);
    const solidAngle = ((2 * Math.PI) / width) * (Math.PI / height) * flat;
    direction[1] = Math.sin(up);
    for (let x = 0; x < width; x += 1) {
      direction[0] = flat * (cosines[x] ?? 0);
      direction[2] = flat * (sines[x] ?? 0);
      visit(y * width + x, direction, solidAngle);
    }
  }
}
