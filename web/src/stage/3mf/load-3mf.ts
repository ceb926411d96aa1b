import { moveToOrigin, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { Mesh, type Object3D } from 'three';
import { strFromU8, strToU8, unzipSync, zipSync } from 'three/addons/libs/fflate.module.js';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { assertArchive } from '../assert-archive.ts';
import { countCopies } from '../count-copies.ts';
import type { FileSet } from '../file-set.ts';
import { elementsIn, readXml, wordsOf } from '../parse-text.ts';
import { RefusedError } from '../refused-error.ts';
import { blendColors } from './blend-colors.ts';
import { mergePrintParts, type PrintPart } from './merge-print-parts.ts';

/** One of several layered properties, with its index for each combined index. */
type Layer = { pid: string; indices: string[] };

const DRAWN = ['texture2dgroup', 'colorgroup', 'basematerials'];

const PLAIN = 'plain';

const CORNERS = ['p1', 'p2', 'p3'];

const AXES = ['x', 'y', 'z'] as const;

/** Rows of a transform; the last one is its translation. */
const IDENTITY = '1 0 0 0 1 0 0 0 1 0 0 0';

/** Namespaces of 3MF that are read: its core, materials, production, and lists of triangles, which show nothing. */
const KNOWN = /\/(core|material|production|trianglesets)\/\d/;

const NAMESPACE = 'http://schemas.microsoft.com/3dmanufacturing/';

const MAX_NAMED = 10;

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
  mergePrintParts(
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
    // The loader uses the last of several objects with the same id.
    named.set(object.id, idsIn(object, 'component'));
  }
  named.set(ROOT, idsIn(xml, 'item'));
  // The loader creates all objects, also those that no item uses.
  countCopies(named, [...named.keys()]);
}

function idsIn(element: Document | Element, kind: string): string[] {
  return elementsIn(element, kind).map((child) => child.getAttribute('objectid') ?? '');
}

/** Names of the extensions of 3MF that a part requires or uses and that are not read. */
function unknownExtensions(xml: Document): string[] {
  const root = xml.documentElement;
  const required = (root.getAttribute('requiredextensions') ?? '').split(/\s+/).filter(Boolean);
  const spaces = [
    ...required.map((prefix) => root.lookupNamespaceURI(prefix) ?? prefix),
    ...[...xml.getElementsByTagName('*')].map(({ namespaceURI }) => namespaceURI ?? ''),
  ];
  const unknown = spaces.filter((space, i) => {
    const isRequired = i < required.length;
    // Elements of slicing programs describe the print, not the model.
    return (isRequired || space.startsWith(NAMESPACE)) && !KNOWN.test(space);
  });
  return [...new Set(unknown.map(nameOf))].slice(0, MAX_NAMED);
}

/** `beamlattice` of `http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02`. */
function nameOf(space: string): string {
  const rest = space.startsWith(NAMESPACE) ? space.slice(NAMESPACE.length) : space;
  return (rest.split('/')[0] || rest).slice(0, 100);
}

/**
 * Moves the vertices of objects at map coordinates to the origin, in place, before three.js' loader rounds them to 32
 * bits. The transforms of their components and items move them back.
 */
function moveFarObjects(xml: Document): void {
  for (const object of elementsIn(xml, 'object')) {
    const vertices = elementsIn(object, 'vertex');
    const places = vertices.flatMap((vertex) => AXES.map((axis) => Number(vertex.getAttribute(axis))));
    const offset = moveToOrigin(places);
    if (!offset) {
      continue;
    }
    for (const [i, vertex] of vertices.entries()) {
      for (const [at, axis] of AXES.entries()) {
        vertex.setAttribute(axis, String(places[i * 3 + at]));
      }
    }
    for (const use of [...elementsIn(xml, 'component'), ...elementsIn(xml, 'item')]) {
      if (use.getAttribute('objectid') === object.id) {
        use.setAttribute('transform', movedTransform(use.getAttribute('transform') ?? IDENTITY, offset));
      }
    }
  }
}

/** A row-vector transform with a preceding offset. */
function movedTransform(transform: string, offset: Offset): string {
  const numbers = transform.trim().split(/\s+/).map(Number);
  const moved = AXES.map(
    (_, column) =>
      (numbers[9 + column] ?? 0) +
      offset.reduce((sum, value, row) => sum + value * (numbers[row * 3 + column] ?? 0), 0),
  );
  return [...numbers.slice(0, 9), ...moved].join(' ');
}

/**
 * Reduces each triangle of a 3MF to one property that three.js' loader supports, in place. Of layered properties that
 * is a picture, colours or a material, in this order; triangles without any are white.
 */
function flattenProperties(xml: Document): void {
  const known = new Map(DRAWN.flatMap((kind) => elementsIn(xml, kind).map(({ id }) => [id, kind] as const)));
  const layers = new Map(
    elementsIn(xml, 'multiproperties').map((multi) => [multi.id, layerOf(multi, known)] as const),
  );
  const flatten = (element: Element, indices: readonly string[], outer: string | null) => {
    const layer = layers.get(element.getAttribute('pid') ?? outer ?? '');
    if (layer) {
      element.setAttribute('pid', layer.pid);
      for (const name of indices.filter((index) => element.hasAttribute(index))) {
        element.setAttribute(name, layer.indices[Number(element.getAttribute(name))] ?? '0');
      }
    }
    if (!known.has(element.getAttribute('pid') ?? '')) {
      element.removeAttribute('pid');
    }
  };
  let hasPlain = false;
  for (const object of elementsIn(xml, 'object')) {
    const outer = object.getAttribute('pid');
    const triangles = elementsIn(object, 'triangle');
    for (const triangle of triangles) {
      flatten(triangle, CORNERS, outer);
    }
    flatten(object, ['pindex'], null);
    // The loader draws all triangles twice as soon as one of them has no property.
    if (!object.hasAttribute('pid') && triangles.some((triangle) => triangle.hasAttribute('pid'))) {
      object.setAttribute('pid', PLAIN);
      object.setAttribute('pindex', '0');
      hasPlain = true;
    }
  }
  if (hasPlain) {
    addPlain(xml);
  }
}

function layerOf(multi: Element, known: ReadonlyMap<string, string>): Layer {
  const pids = wordsOf(multi, 'pids');
  const ranks = pids.map((pid) => DRAWN.indexOf(known.get(pid) ?? ''));
  const best = ranks.indexOf(Math.min(...ranks.filter((rank) => rank >= 0)));
  return {
    pid: pids[best] ?? '',
    indices: elementsIn(multi, 'multi').map((one) => wordsOf(one, 'pindices')[best] ?? '0'),
  };
}

function addPlain(xml: Document): void {
  const { namespaceURI } = xml.documentElement;
  const materials = xml.createElementNS(namespaceURI, 'basematerials');
  const base = xml.createElementNS(namespaceURI, 'base');
  materials.setAttribute('id', PLAIN);
  base.setAttribute('displaycolor', '#FFFFFF');
  materials.append(base);
  elementsIn(xml, 'resources')[0]?.append(materials);
}
