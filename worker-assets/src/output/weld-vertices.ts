import { type Accessor, type Document, Primitive, type TypedArray } from '@gltf-transform/core';

const EMPTY = 2 ** 32 - 1;
/** Maximum of vertices for 16-bit indices: the last number restarts strips. */
const SHORT_INDICES = 65_534;
const { POINTS } = Primitive.Mode;

/**
 * Merges vertices that are equal in every attribute, and removes unused ones, in place.
 * Attributes are hashed one after the other as memory words, so a model of a million vertices takes a third
 * of a second.
 * A model without such vertices keeps its arrays.
 */
export function weldVertices(document: Document): void {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (primitive.getMode() !== POINTS) {
        weldPrimitive(document, primitive);
      }
      if ((primitive.getIndices() ?? primitive.getAttribute('POSITION'))?.getCount() === 0) {
        primitive.dispose();
      }
    }
    if (mesh.listPrimitives().length === 0) {
      mesh.dispose();
    }
  }
}

function weldPrimitive(document: Document, primitive: Primitive): void {
  const position = primitive.getAttribute('POSITION');
  if (!position) {
    return;
  }
  const source = primitive.getIndices()?.getArray() ?? null;
  const count = position.getCount();
  const { remap, kept } = mergePlan(viewsOf(primitive), { count, source });
  if (source && kept === count) {
    return;
  }
  const before = new Set([primitive, ...primitive.listTargets()].flatMap((part) => part.listAttributes()));
  for (const part of [primitive, ...primitive.listTargets()]) {
    for (const semantic of part.listSemantics()) {
      const attribute = part.getAttribute(semantic);
      part.setAttribute(semantic, attribute && compacted(document, attribute, { remap, kept }));
    }
  }
  const old = primitive.getIndices();
  const drawn = source ? source.length : count;
  const indices = kept <= SHORT_INDICES ? new Uint16Array(drawn) : new Uint32Array(drawn);
  for (let i = 0; i < drawn; i += 1) {
    indices[i] = remap[source ? (source[i] ?? 0) : i] ?? 0;
  }
  primitive.setIndices(
    document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(position.getBuffer()),
  );
  for (const accessor of old ? before.add(old) : before) {
    if (accessor.listParents().every((parent) => parent.propertyType === 'Root')) {
      accessor.dispose();
    }
  }
}

/** The memory words of a vertex attribute, in the largest unit that divides its elements. */
type Words = { view: Uint32Array | Uint16Array | Uint8Array; width: number };

function viewsOf(primitive: Primitive): Words[] {
  const accessors = new Set([primitive, ...primitive.listTargets()].flatMap((part) => part.listAttributes()));
  return [...accessors].flatMap((accessor) => {
    const array = accessor.getArray();
    return array ? wordsOf(array, accessor.getElementSize()) : [];
  });
}

function wordsOf(array: TypedArray, elementSize: number): Words {
  const { buffer, byteOffset, byteLength } = array;
  const bytes = elementSize * array.BYTES_PER_ELEMENT;
  if (bytes % 4 === 0 && byteOffset % 4 === 0) {
    return { view: new Uint32Array(buffer, byteOffset, byteLength / 4), width: bytes / 4 };
  }
  if (bytes % 2 === 0 && byteOffset % 2 === 0) {
    return { view: new Uint16Array(buffer, byteOffset, byteLength / 2), width: bytes / 2 };
  }
  return { view: new Uint8Array(buffer, byteOffset, byteLength), width: bytes };
}

type Merge = { remap: Uint32Array; kept: number };

/** The new index of every drawn vertex, in the order of first use. */
function mergePlan(
  views: readonly Words[],
  { count, source }: { count: number; source: TypedArray | null },
): Merge {
  const hashes = new Uint32Array(count);
  for (const { view, width } of views) {
    mixIn(hashes, view, width);
  }
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 1.5)));
  const table = new Uint32Array(size).fill(EMPTY);
  const remap = new Uint32Array(count).fill(EMPTY);
  let kept = 0;
  for (let i = 0, drawn = source ? source.length : count; i < drawn; i += 1) {
    const vertex = source ? (source[i] ?? 0) : i;
    if (remap[vertex] !== EMPTY) {
      continue;
    }
    const place = placeOf(vertex, { hashes, table, views });
    const known = table[place] ?? EMPTY;
    if (known === EMPTY) {
      table[place] = vertex;
      remap[vertex] = kept;
      kept += 1;
    } else {
      remap[vertex] = remap[known] ?? 0;
    }
  }
  return { remap, kept };
}

function mixIn(hashes: Uint32Array, view: Words['view'], width: number): void {
  for (let vertex = 0, at = 0; vertex < hashes.length; vertex += 1) {
    let hash = hashes[vertex] ?? 0;
    for (let part = 0; part < width; part += 1, at += 1) {
      hash = Math.imul(hash ^ (view[at] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hashes[vertex] = hash;
  }
}

type Lookup = { hashes: Uint32Array; table: Uint32Array; views: readonly Words[] };

/** Position of an equal vertex in the table, or else the free slot for this one. */
function placeOf(vertex: number, { hashes, table, views }: Lookup): number {
  const mask = table.length - 1;
  const hash = hashes[vertex] ?? 0;
  let place = (hash ^ (hash >>> 16)) & mask;
  for (;;) {
    const other = table[place] ?? EMPTY;
    if (other === EMPTY || (hashes[other] === hash && isEqual(views, vertex, other))) {
      return place;
    }
    place = (place + 1) & mask;
  }
}

function isEqual(views: readonly Words[], a: number, b: number): boolean {
  for (const { view, width } of views) {
    for (let part = 0; part < width; part += 1) {
      if (view[a * width + part] !== view[b * width + part]) {
        return false;
      }
    }
  }
  return true;
}

/** A copy of an accessor with only the kept vertices. */
function compacted(document: Document, accessor: Accessor, { remap, kept }: Merge): Accessor {
  const width = accessor.getElementSize();
  const array = accessor.getArray() ?? new Float32Array();
  const packed = array.slice(0, kept * width);
  for (let vertex = 0; vertex < remap.length; vertex += 1) {
    const to = remap[vertex] ?? EMPTY;
    if (to !== EMPTY) {
      for (let part = 0; part < width; part += 1) {
        packed[to * width + part] = array[vertex * width + part] ?? 0;
      }
    }
  }
  return document
    .createAccessor(accessor.getName())
    .setType(accessor.getType())
    .setNormalized(accessor.getNormalized())
    .setBuffer(accessor.getBuffer())
    .setArray(packed);
}
