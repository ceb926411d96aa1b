import { Mesh, type Object3D } from 'three';
import { strFromU8, unzipSync } from 'three/addons/libs/fflate.module.js';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { assertArchive } from './assert-archive.ts';
import { countCopies } from './count-copies.ts';
import type { FileSet } from './file-set.ts';
import { readXml } from './read-xml.ts';
import { RefusedError } from './refused-error.ts';

const METRES: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
};
const ROOT = 'build';
const ROOT_PART = /^3D\/[^/]+\.model$/;

/**
 * Opens a 3MF, which has Z up, and tells how many metres its unit is.
 * @throws {@link RefusedError} for archives that hold no print, or would become too much.
 */
export function load3mf(bytes: ArrayBuffer, files: FileSet): { root: Object3D; metres: number } {
  assertArchive(new Uint8Array(bytes));
  const texts = unzipSync(new Uint8Array(bytes), { filter: ({ name }) => /\.(model|rels)$/.test(name) });
  const parts = Object.entries(texts).map(([name, text]) => ({ name, xml: readXml(strFromU8(text)) }));
  const main = parts.findLast(({ name }) => ROOT_PART.test(name));
  if (!main) {
    throw new RefusedError('The archive is damaged: it holds no part to print.');
  }
  assertBounded([...parts.filter((part) => part !== main), main].map(({ xml }) => xml));
  const unit = main.xml.documentElement.getAttribute('unit') ?? 'millimeter';
  const root = new ThreeMFLoader(files.manager).parse(bytes);
  root.traverse((object) => {
    if (object instanceof Mesh && !object.geometry.getAttribute('position').array.every(Number.isFinite)) {
      throw new RefusedError(
        'The file is damaged: its faces name corners that are not there, or are no numbers.',
      );
    }
  });
  return { root, metres: METRES[unit] ?? 1e-3 };
}

/** @param parts as the loader reads them, the main one last. */
function assertBounded(parts: readonly Document[]): void {
  const named = new Map<string, readonly string[]>();
  // Parts may use the same ids, and the loader finds an object in those before its own, too.
  const keysOf = new Map<string, Set<string>>();
  const find = (ids: readonly string[]) => ids.flatMap((id) => [...(keysOf.get(id) ?? [])]);
  parts.forEach((xml, place) => {
    const objects = listIn(xml, 'object').map((object) => ({ object, key: `${place}#${object.id}` }));
    for (const { object, key } of objects) {
      keysOf.set(object.id, (keysOf.get(object.id) ?? new Set()).add(key));
    }
    for (const { object, key } of objects) {
      const ids = idsIn(object, 'component');
      const isElsewhere = (keysOf.get(object.id)?.size ?? 0) > 1;
      const inner = find(ids).filter((found) => !(isElsewhere && found === key));
      named.set(key, [...(named.get(key) ?? []), ...inner]);
    }
    named.set(ROOT, [...(named.get(ROOT) ?? []), ...find(idsIn(xml, 'item'))]);
  });
  // The loader makes them all, even those that are not to be built.
  countCopies(named, [...named.keys()]);
}

function idsIn(element: Document | Element, kind: string): string[] {
  return listIn(element, kind).map((child) => child.getAttribute('objectid') ?? '');
}

/** As the loader looks for them: whatever their namespace is. */
function listIn(element: Document | Element, kind: string): Element[] {
  return [...element.getElementsByTagNameNS('*', kind)];
}
