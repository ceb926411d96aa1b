import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';

type Glb = { materials?: { name?: string }[]; scenes?: { extras?: object }[] };

/** The JSON of a GLB, which is its first chunk. */
export function readGlb(bytes: Buffer): Glb {
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'));
}

/** The paths of a USDZ, and the colors of its materials. The layer is its first file, which is not compressed. */
export function readUsdz(bytes: Buffer): { paths: string[]; colors: unknown[] } {
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const layer = new Uint8Array(bytes.subarray(start, start + bytes.readUInt32LE(18)));
  const specs = new USDCParser().parseData(layer.buffer).specsByPath;
  const found = Object.entries(specs).filter(([path]) => path.endsWith('.inputs:diffuseColor'));
  return {
    paths: Object.keys(specs),
    colors: found.map(([, { fields }]) => Array.from((fields.default as Iterable<number> | undefined) ?? [])),
  };
}
