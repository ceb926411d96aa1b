import type { Object3D } from 'three';
import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import type { FileSet } from '../file-set.ts';
import { textOf } from '../text-of.ts';
import { picturesIn, trianglesIn } from './contents.ts';
import { normalizeMtl } from './normalize-mtl.ts';
import { normalizeObj } from './normalize-obj.ts';
import { addPbr } from './pbr-material.ts';

const LIBRARY = /\.mtl$/i;

/** Loads an OBJ with its material libraries. */
export async function loadObj(bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  const { text, warnings, dropped, offset } = normalizeObj(textOf(bytes));
  files.warnings.push(...warnings);
  files.dropped.push(...dropped);
  const names = [...text.matchAll(/^mtllib\s+(.+)$/gm)].flatMap(([, named = '']) =>
    findLibraries(named, files),
  );
  const libraries = await Promise.all(
    [...new Set(names)].map(async (name) => textOf(await files.read(name))),
  );
  files.contents = { pictures: picturesIn(libraries.map(normalizeMtl), text), triangles: trianglesIn(text) };
  const loader = new OBJLoader(files.manager);
  if (libraries.length > 0) {
    loader.setMaterials(readLibraries(libraries, files));
  }
  const root = loader.parse(text);
  root.position.fromArray(offset ?? [0, 0, 0]);
  return root;
}

/**
 * Finds one name that may contain spaces, or several separated by spaces, before a comment. Backslashes escape spaces. A
 * single uploaded library matches any name.
 */
function findLibraries(named: string, files: FileSet): string[] {
  const whole = named.replace(/^"(.*)"$/, '$1');
  const plain = whole.replace(/\s+#.*$/, '').trim();
  const separate = plain.split(/(?<!\\)\s+/).map((name) => name.replace(/\\(?=\s)/g, ''));
  const one = [whole, plain].find((name) => files.has(name));
  const found = one === undefined ? separate.filter((name) => files.has(name)) : [one];
  const lone = found.length === 0 ? files.lone(LIBRARY) : undefined;
  return [...(found.length > 0 ? found : [lone ?? whole])].flatMap((name) => files.find(name) ?? []);
}

function readLibraries(libraries: readonly string[], files: FileSet): MTLLoader.MaterialCreator {
  const creator = new MTLLoader(files.manager).parse(libraries.map(normalizeMtl).join('\n'), '');
  creator.preload();
  files.dropped.push(...addPbr(creator));
  return creator;
}
