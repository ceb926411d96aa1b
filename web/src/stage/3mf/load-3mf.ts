import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { Mesh, type Object3D } from 'three';
import { strFromU8, strToU8, unzipSync, zipSync } from 'three/addons/libs/fflate.module.js';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { assertArchive } from '../assert-archive.ts';
import { countCopies } from '../count-copies.ts';
import type { FileSet } from '../file-set.ts';
import { readXml } from '../read-xml.ts';
import { RefusedError } from '../refused-error.ts';
import { blendColors } from './blend-colors.ts';
import { elementsIn } from './elements-in.ts';
import { moveFarObjects } from './far-objects.ts';
import { flattenProperties } from './flatten-properties.ts';
import { joinParts, type PrintPart } from './join-parts.ts';
import { unknownExtensions } from './unknown-extensions.ts';

const METRES: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
};
const ROOT = 'build';
const ROOT_PART = /^3D\/[^/]+\.model$/i;
const RELATIONS = '_rels/.rels';
const MAIN = '3D/3dmodel.model';
const MODEL = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';
const TEXTURE = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dtexture';

type Archive = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/**
 * Loads a 3MF, which has Z up, and returns the metres of its unit.
 * @throws {@link RefusedError} for archives without a model, or that would become too large.
 */
export function load3mf(bytes: ArrayBuffer, files: FileSet): { root: Object3D; metres: number } {
  assertArchive(new Uint8Array(bytes));
  const archive: Archive = unzipSync(new Uint8Array(bytes));
  const parts = Object.entries(archive)
    .filter(([name]) => /\.model$/i.test(name))
    .map(([name, text]) => ({ name, xml: readXml(strFromU8(text)) }));
  const main = findMain(parts, archive);
  if (!main) {
    throw new RefusedError(importMessage('3mf.no-part'));
  }
  const unknown = [...new Set(parts.flatMap(({ xml }) => unknownExtensions(xml)))];
  const hasMeshes = parts.some(({ xml }) => elementsIn(xml, 'triangle').length > 0);
  if (unknown.length > 0 && !hasMeshes) {
    throw new RefusedError(importMessage('3mf.extensions-required', { names: unknown.join(', ') }));
  }
  files.dropped.push(...unknown.map((name) => importMessage('3mf.extension', { name })));
  joinParts(
    main,
    parts.filter((part) => part !== main),
  );
  files.dropped.push(...blendColors(main.xml));
  flattenProperties(main.xml);
  moveFarObjects(main.xml);
  assertBounded(main.xml);
  const unit = main.xml.documentElement.getAttribute('unit') ?? 'millimeter';
  const root = new ThreeMFLoader(files.manager).parse(written(main.xml, archive));
  root.traverse((object) => {
    if (object instanceof Mesh && !object.geometry.getAttribute('position').array.every(Number.isFinite)) {
      throw new RefusedError(importMessage('damaged.wrong-corners'));
    }
  });
  return { root, metres: METRES[unit] ?? 1e-3 };
}

/** Main part of the archive, by its relationships or in the usual folder. */
function findMain(parts: readonly PrintPart[], archive: Archive): PrintPart | undefined {
  const relations = archive[RELATIONS];
  const targets = relations
    ? elementsIn(readXml(strFromU8(relations)), 'Relationship')
        .filter((relation) => relation.getAttribute('Type') === MODEL)
        .map((relation) => relation.getAttribute('Target')?.replace(/^\//, ''))
    : [];
  return (
    parts.find(({ name }) => targets.includes(name)) ?? parts.findLast(({ name }) => ROOT_PART.test(name))
  );
}

/** Creates an archive of one part and its pictures, at the paths that the loader expects. */
function written(xml: Document, archive: Archive): ArrayBuffer {
  const pictures: Record<string, Uint8Array> = {};
  for (const texture of elementsIn(xml, 'texture2d')) {
    const path = texture.getAttribute('path') ?? '';
    const picture = archive[path.replace(/^\//, '')];
    const moved = `3D/Textures/${Object.keys(pictures).length}`;
    if (picture) {
      pictures[moved] = picture;
      texture.setAttribute('path', `/${moved}`);
    }
  }
  const files = {
    [RELATIONS]: relationsTo(MODEL, [MAIN]),
    '3D/_rels/3dmodel.model.rels': relationsTo(TEXTURE, Object.keys(pictures)),
    [MAIN]: strToU8(new XMLSerializer().serializeToString(xml)),
    ...pictures,
  };
  return zipSync(files, { level: 0 }).slice().buffer;
}

function relationsTo(type: string, targets: readonly string[]): Uint8Array {
  const relations = targets.map(
    (target, i) => `<Relationship Target="/${target}" Id="r${i}" Type="${type}"/>`,
  );
  return strToU8(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
  );
}

function assertBounded(xml: Document): void {
  const named = new Map<string, readonly string[]>();
  for (const object of elementsIn(xml, 'object')) {
    // Of several with the same id, the loader uses the last.
    named.set(object.id, idsIn(object, 'component'));
  }
  named.set(ROOT, idsIn(xml, 'item'));
  // The loader creates all objects, also those that no item uses.
  countCopies(named, [...named.keys()]);
}

function idsIn(element: Document | Element, kind: string): string[] {
  return elementsIn(element, kind).map((child) => child.getAttribute('objectid') ?? '');
}
