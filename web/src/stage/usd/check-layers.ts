import { LoaderUtils } from 'three';
import { countCopies } from '../count-copies.ts';
import type { Layer } from './layers.ts';

/** The loader makes a layer's numbers anew for each of its copies, so that large ones count for more. */
const PART_BYTES = 16 * 1024;

/**
 * Counts what layers come to, each put where another names it, as the loader puts them.
 * @param layers those of one file, the one that is opened first; one alone has no other to name.
 * @throws RefusedError for layers that hold themselves, and for more than can be drawn.
 */
export function checkLayers(layers: readonly Layer[]): void {
  if (layers.length < 2) {
    return;
  }
  const parts = new Map(layers.map((layer) => [layer.name, partsOf(layer)]));
  countCopies(parts, [...parts.keys()].slice(0, 1));
}

/** What a layer holds: its parts, for which any name does, and the layers that they name. */
function partsOf({ name, size, specs }: Layer): string[] {
  const own = new Array<string>(Math.ceil(size / PART_BYTES)).fill('');
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const named = Object.values(specs()).flatMap(({ fields }) => [
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
