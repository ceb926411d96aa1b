import { numbersIn, type ShaderNetwork } from './shader-network.ts';

/** Placement of a picture on its surface. */
export type Placing = {
  /** Wrapping and fallback, in the attributes that three's composer reads. */
  attributes: Record<string, unknown>;
  transform: CoordinateTransform | null;
  /** Index of the texture coordinates. */
  channel: number;
};

/** Coordinates are scaled, then turned anticlockwise in degrees, then moved. */
type CoordinateTransform = { scale: [number, number]; rotation: number; translation: [number, number] };

const UNCHANGED: CoordinateTransform = { scale: [1, 1], rotation: 0, translation: [0, 0] };
const COORDINATES = ['st', 'texcoord', 'uv', 'uvCoord'];
/** Address modes of MaterialX and Arnold, by their names in USD. */
const WRAPS: Readonly<Record<string, string>> = {
  periodic: 'repeat',
  repeat: 'repeat',
  mirror: 'mirror',
  clamp: 'clamp',
  constant: 'clamp',
  black: 'clamp',
  useMetadata: 'repeat',
};
const MOST_NODES = 8;

/** Reads the coordinates, wrapping and transform of a texture node. */
export function placingOf(network: ShaderNetwork, node: string): Placing {
  const wrap = (names: readonly string[]) =>
    WRAPS[String(network.input(node, names)?.value ?? 'repeat')] ?? 'repeat';
  const attributes = {
    'inputs:wrapS': wrap(['wrapS', 'uaddressmode', 'swrap']),
    'inputs:wrapT': wrap(['wrapT', 'vaddressmode', 'twrap']),
    'inputs:fallback': network.constant(node, 'inputs:fallback'),
  };
  const tiling = numbersIn(network.input(node, ['uvtiling'])?.value);
  let transform = tiling.length === 2 ? { ...UNCHANGED, scale: pairOf(tiling, 1) } : null;
  let at = COORDINATES.map((name) => network.nodeBehind(node, name)).find(Boolean);
  let channel = 0;
  for (let step = 0; at !== undefined && step < MOST_NODES; step += 1) {
    transform = transformOf(network, at) ?? transform;
    channel = channelOf(network, at) ?? channel;
    const reader = at;
    at = ['in', 'texcoord', 'in1'].map((name) => network.nodeBehind(reader, name)).find(Boolean);
  }
  return { attributes, transform, channel };
}

function transformOf(network: ShaderNetwork, node: string): Placing['transform'] {
  const id = network.idOf(node);
  const read = (name: string) => numbersIn(network.input(node, [name])?.value);
  if (id === 'UsdTransform2d' || id === 'ND_UsdTransform2d') {
    const [rotation = 0] = read('rotation');
    return { scale: pairOf(read('scale'), 1), rotation, translation: pairOf(read('translation'), 0) };
  }
  if (id.startsWith('ND_place2d')) {
    // Unlike the others this node places the picture, not the coordinates.
    const [x, y] = pairOf(read('scale'), 1);
    const [left, up] = pairOf(read('offset'), 0);
    const [rotation = 0] = read('rotate');
    return { scale: [1 / (x || 1), 1 / (y || 1)], rotation, translation: [-left, -up] };
  }
  return id.startsWith('ND_multiply') ? { ...UNCHANGED, scale: pairOf(read('in2'), 1) } : null;
}

function channelOf(network: ShaderNetwork, node: string): number | null {
  const name = network.input(node, ['varname', 'geomprop'])?.value;
  const index = network.input(node, ['index'])?.value;
  const digit = /^(?:st|uv|UVMap_?|map|TEXCOORD_?)(\d)$/i.exec(String(name))?.[1];
  if (digit === '1' || digit === '2') {
    // The first map of Maya is `map1`.
    return /^map/i.test(String(name)) ? Number(digit) - 1 : Number(digit);
  }
  return typeof index === 'number' && index > 0 ? 1 : null;
}

function pairOf(values: number[], fallback: number): [number, number] {
  return [values[0] ?? fallback, values[1] ?? values[0] ?? fallback];
}
