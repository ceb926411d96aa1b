import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { assertArchive } from '../assert-archive.ts';

/** What a layer says, by the path of what it says it of; the layer itself is `/`. */
export type LayerSpecs = Record<string, { fields: Record<string, unknown> }>;

export type Layer = {
  /** Where it lies in its archive; empty for a layer that came alone. */
  name: string;
  size: number;
  /** Its text, null for one of the binary form. */
  text: string | null;
  /** All that it says, as the loader reads it; read once. */
  specs: () => LayerSpecs;
};

const ARCHIVE = 'PK';
const BINARY = 'PXR-USDC';
const LAYER = /\.usd[ac]?$/i;

/**
 * The layers of a USD file, the one that is opened first.
 * @throws RefusedError for archives beyond the limits.
 */
export function openLayers(bytes: ArrayBuffer): Layer[] {
  const file = new Uint8Array(bytes);
  if (!startsWith(file, ARCHIVE)) {
    return [toLayer('', file)];
  }
  assertArchive(file);
  const layers = unzipSync(file, { filter: ({ name }) => LAYER.test(name) });
  return Object.entries(layers).map(([name, layer]) => toLayer(name, layer));
}

function toLayer(name: string, layer: Uint8Array): Layer {
  const text = startsWith(layer, BINARY) ? null : new TextDecoder().decode(layer);
  let specs: LayerSpecs | undefined;
  return {
    name,
    size: layer.length,
    text,
    specs: () => {
      specs ??= (
        text === null ? new USDCParser().parseData(layer.slice().buffer) : new USDAParser().parseData(text)
      ).specsByPath;
      return specs;
    },
  };
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((sign, i) => bytes[i] === sign.charCodeAt(0));
}
