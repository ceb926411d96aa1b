import { zipNamesByLatin } from '@diorama/shared/domain/zip-directory.ts';
import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { assertArchive } from '../assert-archive.ts';
import type { FileSet } from '../file-set.ts';
import { decodeFileText } from '../parse-text.ts';
import type { LayerSpecs } from './layer-specs.ts';
import { namesIn } from './layer-stack.ts';
import { readCrate } from './read-crate.ts';
import { readUsda } from './read-usda.ts';
import { readMtlx } from './shading/read-mtlx.ts';

export type Layer = {
  /** Path in its archive; empty for a single layer. */
  name: string;
  /** All specs; parsed once. */
  specs: () => LayerSpecs;
};

/** Layers of a file by name, its root layer, and its embedded pictures. */
type UsdFile = { root: string; layers: Map<string, Layer>; pictures: Record<string, Uint8Array> };

const ARCHIVE = 'PK';
const BINARY = 'PXR-USDC';
const LAYER = /\.(usd[ac]?|mtlx)$/i;
const XML = /^\s*(<\?xml|<materialx)/;

/**
 * Opens the layers of a USD file, or of a USDZ archive.
 * @throws RefusedError for archives beyond the limits, or whose first file is no layer.
 */
export function openUsd(bytes: ArrayBuffer): UsdFile {
  const file = new Uint8Array(bytes);
  if (!startsWith(file, ARCHIVE)) {
    return { root: '', layers: new Map([['', toLayer('', file)]]), pictures: {} };
  }
  assertArchive(file);
  // USD tools write UTF-8 names without the flag for it.
  const names = zipNamesByLatin(file);
  const all = Object.entries(unzipSync(file)).map(
    ([name, bytes]) => [names.get(name) ?? name, bytes] as const,
  );
  const layers = all.filter(([name]) => LAYER.test(name)).map(([name, layer]) => toLayer(name, layer));
  return {
    root: all[0]?.[0] ?? '',
    layers: new Map(layers.map((layer) => [layer.name, layer])),
    pictures: Object.fromEntries(all.filter(([name]) => !LAYER.test(name))),
  };
}

/** Adds uploaded layers that other layers refer to; absent ones are recorded as missing. */
export async function addNamedLayers({ layers }: UsdFile, files: FileSet): Promise<void> {
  // The iteration includes added layers.
  for (const layer of layers.values()) {
    for (const name of namesIn(layer)) {
      const found = layers.has(name) ? undefined : files.find(name);
      if (found !== undefined) {
        layers.set(name, toLayer(name, new Uint8Array(await files.read(found))));
      }
    }
  }
}

function toLayer(name: string, layer: Uint8Array): Layer {
  let specs: LayerSpecs | undefined;
  return {
    name,
    specs: () => {
      specs ??= read(layer);
      return specs;
    },
  };
}

function read(layer: Uint8Array): LayerSpecs {
  const bytes = layer.slice().buffer;
  if (startsWith(layer, BINARY)) {
    return readCrate(bytes);
  }
  const text = decodeFileText(bytes);
  return XML.test(text) ? readMtlx(text) : readUsda(text);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((sign, i) => bytes[i] === sign.charCodeAt(0));
}
