import { Mesh, type Object3D } from 'three';
import { strFromU8, unzipSync } from 'three/addons/libs/fflate.module.js';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
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
  const texts = unzipSync(new Uint8Array(bytes), { filter: ({ name }) => /\.(model|rels)$/.test(name) });
  const parts = Object.entries(texts).map(([name, text]) => ({ name, xml: readXml(strFromU8(text)) }));
  const main = parts.find(({ name }) => ROOT_PART.test(name));
  if (!main) {
    throw new RefusedError('The archive is damaged: it holds no part to print.');
  }
  assertBounded(parts.map(({ xml }) => xml));
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

function assertBounded(parts: readonly Document[]): void {
  const named = new Map<string, string[]>();
  const idsIn = (element: Element, kind: string) =>
    [...element.getElementsByTagName(kind)].map((child) => child.getAttribute('objectid') ?? '');
  for (const xml of parts) {
    for (const object of xml.getElementsByTagName('object')) {
      named.set(object.id, idsIn(object, 'component'));
    }
    named.set(ROOT, [...(named.get(ROOT) ?? []), ...idsIn(xml.documentElement, 'item')]);
  }
  countCopies(named, [ROOT]);
}
