import { LoaderUtils } from 'three';
import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { countCopies } from '../count-copies.ts';

const ARCHIVE = 'PK';
const BINARY = 'PXR-USDC';
const LAYER = /\.usd[ac]?$/i;
/** The loader makes a layer's numbers anew for each of its copies, so that large ones count for more. */
const PART_BYTES = 16 * 1024;

/**
 * Counts what the layers of an archive come to, each put where another names it, as the loader puts them.
 * @param bytes a USD file; one that is no archive has no other layers to name.
 * @throws RefusedError for layers that hold themselves, and for more than can be drawn.
 */
export function checkLayers(bytes: ArrayBuffer): void {
  const file = new Uint8Array(bytes);
  if (!startsWith(file, ARCHIVE)) {
    return;
  }
  const layers = Object.entries(unzipSync(file, { filter: ({ name }) => LAYER.test(name) }));
  if (layers.length < 2) {
    return;
  }
  const parts = new Map(layers.map(([name, layer]) => [name, partsOf(name, layer)]));
  // The first is the one that is opened.
  countCopies(parts, [...parts.keys()].slice(0, 1));
}

/** What a layer holds: its parts, for which any name does, and the layers that they name. */
function partsOf(name: string, layer: Uint8Array): string[] {
  const specs = startsWith(layer, BINARY)
    ? new USDCParser().parseData(layer.slice().buffer)
    : new USDAParser().parseData(new TextDecoder().decode(layer));
  const own = new Array<string>(Math.ceil(layer.length / PART_BYTES)).fill('');
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const named = Object.values(specs.specsByPath).flatMap(({ fields }) => [
    ...namesIn(fields.references),
    ...namesIn(fields.payload),
  ]);
  return [...own, ...named.map((path) => resolve(path, folder))];
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [...value.matchAll(/@([^@]+)@/g)].map(([, path = '']) => path);
  }
  if (Array.isArray(value)) {
    return value.flatMap(namesIn);
  }
  const isNamed = typeof value === 'object' && value !== null && 'assetPath' in value;
  return isNamed ? [String(value.assetPath)] : [];
}

/** A path as the loader resolves it. */
function resolve(path: string, folder: string): string {
  const clean = path.replace(/^\.\//, '');
  return folder === '' ? clean : LoaderUtils.resolveURL(clean, folder);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((sign, i) => bytes[i] === sign.charCodeAt(0));
}
