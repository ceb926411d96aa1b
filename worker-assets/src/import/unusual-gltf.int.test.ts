import { readFile } from 'node:fs/promises';
import type { Document, Node, Primitive } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import { Matrix4, Vector2, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { plainGeometry } from '../output/plain-geometry.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { importForTest } from '../test/import-for-test.ts';
import { CORNERS, RawGltf } from '../test/raw-gltf.ts';
import { solidPng } from '../test/sample-documents.ts';
import { ConversionPool } from './conversion-pool.ts';
import type { ImportedModel } from './import-file.ts';

let pool: ConversionPool;
beforeAll(async () => {
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(() => pool?.close());

type Opened = ImportedModel & { document: Document; mobileDocument: Document };

/** Imports a file as the worker does, and validates both outputs. Returns them with plain numbers. */
async function open(glb: Uint8Array): Promise<Opened> {
  return await importForTest(pool, { bytes: glb, name: 'upload.glb' }, async (imported) => {
    if (imported.kind !== 'model') {
      throw new Error('It became no model');
    }
    const [document, mobileDocument] = [await read(imported.glb), await read(imported.mobile)];
    return { ...imported, document, mobileDocument };
  });
}

async function read(path: string): Promise<Document> {
  const bytes = new Uint8Array(await readFile(path));
  await assertValidGlb(bytes);
  const document = await (await createGltfIo()).readGlb(bytes);
  await plainGeometry(document);
  return document;
}

/** The drawn primitives, each with its node. */
function drawn(document: Document): { node: Node; primitive: Primitive }[] {
  return document
    .getRoot()
    .listNodes()
    .flatMap((node) => (node.getMesh()?.listPrimitives() ?? []).map((primitive) => ({ node, primitive })));
}

function firstOf(document: Document): { node: Node; primitive: Primitive } {
  const [first] = drawn(document);
  if (!first) {
    throw new Error('Nothing is drawn');
  }
  return first;
}

/** World positions of the first triangle. */
function cornersOf({ node, primitive }: { node: Node; primitive: Primitive }): Vector3[] {
  const matrix = new Matrix4().fromArray(node.getWorldMatrix());
  const positions = primitive.getAttribute('POSITION');
  return [0, 1, 2].map((at) => {
    const index = primitive.getIndices()?.getScalar(at) ?? at;
    return new Vector3().fromArray(positions?.getElement(index, []) ?? []).applyMatrix4(matrix);
  });
}

/** Normal of the first triangle by glTF's winding order; a mirroring node reverses it. */
function facing(part: { node: Node; primitive: Primitive }): number[] {
  const [a = new Vector3(), b = new Vector3(), c = new Vector3()] = cornersOf(part);
  const sign = Math.sign(new Matrix4().fromArray(part.node.getWorldMatrix()).determinant());
  const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize().multiplyScalar(sign);
  return normal.toArray().map((value) => Math.round(value * 100) / 100 + 0);
}

function rounded({ min, max }: { min: readonly number[]; max: readonly number[] }, step = 0.001) {
  const round = (values: readonly number[]) => values.map((value) => Math.round(value / step) * step + 0);
  return {
    min: round(min).map((value) => Number(value.toFixed(3))),
    max: round(max).map((value) => Number(value.toFixed(3))),
  };
}

const UNIT = { min: [0, 0, 0], max: [1, 1, 0] };

/** A file with one node and one primitive. */
function fileOf(primitive: (file: RawGltf) => object, node: object = {}): Uint8Array {
  const file = new RawGltf();
  const mesh = file.add('meshes', { primitives: [primitive(file)] });
  return file.glb([file.add('nodes', { mesh, ...node })]);
}

const triangle = (file: RawGltf) => ({ attributes: { POSITION: file.floats('VEC3', CORNERS) } });

describe('a GLB with unusual but valid data', () => {
  it('has all vertices of a sparse accessor without a base', async () => {
    const { description } = await open(
      fileOf((file) => ({
        attributes: {
          POSITION: file.sparse(
            'VEC3',
            3,
            new Map([
              [1, [1, 0, 0]],
              [2, [0, 1, 0]],
            ]),
          ),
        },
      })),
    );
    expect([description.triangles, rounded(description.bounds)]).toEqual([1, UNIT]);
  });

  it('has all vertices of a sparse accessor with a base', async () => {
    const file = new RawGltf();
    const position = file.sparse('VEC3', 3, new Map([[2, [0, 3, 0]]]));
    const base = file.view(new Uint8Array(Float32Array.from(CORNERS).buffer));
    const accessors = file.json.accessors as { bufferView?: number; max?: number[] }[];
    Object.assign(accessors[position] ?? {}, { bufferView: base, min: [0, 0, 0], max: [1, 3, 0] });
    const mesh = file.add('meshes', { primitives: [{ attributes: { POSITION: position } }] });
    const { description } = await open(file.glb([file.add('nodes', { mesh })]));
    expect(rounded(description.bounds)).toEqual({ min: [0, 0, 0], max: [1, 3, 0] });
  });

  it('is read correctly with interleaved attributes', async () => {
    const stride = 40;
    const bytes = Buffer.alloc(3 * stride, 0x7f);
    for (let at = 0; at < 3; at += 1) {
      for (let axis = 0; axis < 3; axis += 1) {
        bytes.writeFloatLE(CORNERS[at * 3 + axis] ?? 0, at * stride + 4 + axis * 4);
        bytes.writeFloatLE(axis === 2 ? 1 : 0, at * stride + 20 + axis * 4);
      }
    }
    const { description, document } = await open(
      fileOf((file) => {
        const bufferView = file.view(bytes, { byteStride: stride, target: 34962 });
        const at = (byteOffset: number, bounds: object) =>
          file.add('accessors', {
            bufferView,
            byteOffset,
            componentType: 5126,
            count: 3,
            type: 'VEC3',
            ...bounds,
          });
        return { attributes: { POSITION: at(4, UNIT), NORMAL: at(20, {}) } };
      }),
    );
    expect(rounded(description.bounds)).toEqual(UNIT);
    expect(firstOf(document).primitive.getAttribute('NORMAL')?.getElement(0, []).map(Math.round)).toEqual([
      0, 0, 1,
    ]);
  });

  it.each([
    ['a triangle strip', 5, [0, 1, 2, 3], 2],
    ['a triangle fan', 6, [0, 1, 3, 2], 2],
  ])('has the triangles of %s', async (_, mode, order, triangles) => {
    const { description } = await open(
      fileOf((file) => ({
        mode,
        attributes: { POSITION: file.floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]) },
        indices: file.indices(order),
      })),
    );
    expect([description.triangles, rounded(description.bounds)]).toEqual([triangles, UNIT]);
  });

  it('has the right positions from normalized integers', async () => {
    const bytes = new Uint8Array(Int16Array.from([0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0]).buffer);
    const glb = fileOf(
      (file) => {
        file.json.extensionsUsed = ['KHR_mesh_quantization'];
        Object.assign(file.json, { extensionsRequired: ['KHR_mesh_quantization'] });
        const bufferView = file.view(bytes, { byteStride: 8, target: 34962 });
        const min = [0, 0, 0];
        const max = [32767, 32767, 0];
        const whole = { bufferView, componentType: 5122, count: 3, type: 'VEC3', normalized: true };
        return { attributes: { POSITION: file.add('accessors', { ...whole, min, max }) } };
      },
      { scale: [2, 2, 2] },
    );
    expect(rounded((await open(glb)).description.bounds)).toEqual({ min: [0, 0, 0], max: [2, 2, 0] });
  });
});

describe('the placement of nodes in a GLB', () => {
  it.each([
    ['one axis', [-2, 1, 1], { min: [-2, 0, 0], max: [0, 1, 0] }],
    ['two axes', [-1, -1, 1], { min: [-1, -1, 0], max: [0, 0, 0] }],
    ['all axes', [-1, -1, -1], { min: [-1, -1, 0], max: [0, 0, 0] }],
  ])('is kept when mirrored on %s, including the visible side', async (_, scale, bounds) => {
    const { description, document, mobileDocument } = await open(fileOf(triangle, { scale }));
    expect(rounded(description.bounds)).toEqual(bounds);
    const sign = Math.sign((scale[2] ?? 1) * 1);
    for (const made of [document, mobileDocument]) {
      expect(facing(firstOf(made))).toEqual([0, 0, sign]);
    }
  });

  it('is kept for mirrored nodes next to others', async () => {
    const file = new RawGltf();
    const material = file.add('materials', { name: 'Paper' });
    const mesh = file.add('meshes', { primitives: [{ ...triangle(file), material }] });
    const nodes = [0, 1, 2, 3].map((at) =>
      file.add('nodes', { mesh, translation: [at * 3, 0, 0], scale: [at % 2 === 0 ? 1 : -1, 1, 1] }),
    );
    const { description, document } = await open(file.glb(nodes));
    expect([description.triangles, rounded(description.bounds)]).toEqual([
      4,
      { min: [0, 0, 0], max: [9, 1, 0] },
    ]);
    for (const part of drawn(document)) {
      expect(facing(part)).toEqual([0, 0, 1]);
    }
  });

  it('is kept through hundreds of nested nodes', async () => {
    const file = new RawGltf();
    const mesh = file.add('meshes', { primitives: [triangle(file)] });
    const depth = 400;
    for (let at = 0; at < depth; at += 1) {
      const more = at === depth - 1 ? { mesh } : { children: [at + 1] };
      file.add('nodes', { translation: [0.01, 0, 0], ...more });
    }
    const { description } = await open(file.glb([0]));
    expect(rounded(description.bounds)).toEqual({ min: [4, 0, 0], max: [5, 1, 0] });
  });

  it('is kept for a sheared matrix', async () => {
    const matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1];
    const { description } = await open(fileOf(triangle, { matrix }));
    expect(rounded(description.bounds)).toEqual({ min: [4, 0, 0], max: [5, 1, 0] });
  });

  it('is moved from 1,000 km away to the origin without a loss of precision', async () => {
    const away = 1_000_000;
    const corners = CORNERS.map((value, at) => value * 4 + (at % 3 === 0 ? away : 0));
    const { description, document, mobileDocument } = await open(
      fileOf((file) => ({ attributes: { POSITION: file.floats('VEC3', corners) } })),
    );
    expect(rounded(description.bounds, 0.5)).toEqual({ min: [-2, -2, 0], max: [2, 2, 0] });
    expect(description.offset).toEqual([away + 2, 2, 0]);
    for (const made of [document, mobileDocument]) {
      const [a = new Vector3(), b = new Vector3(), c = new Vector3()] = cornersOf(firstOf(made));
      const sides = [a.distanceTo(b), b.distanceTo(c), c.distanceTo(a)].toSorted((x, y) => x - y);
      expect(sides[0]).toBeCloseTo(4, 0);
      expect(sides[2]).toBeCloseTo(4 * Math.SQRT2, 0);
    }
  });

  it('ignores cameras, lights and nodes outside the scene', async () => {
    const file = new RawGltf();
    file.json.extensionsUsed = ['KHR_lights_punctual'];
    Object.assign(file.json, { extensions: { KHR_lights_punctual: { lights: [{ type: 'point' }] } } });
    const camera = file.add('cameras', { type: 'perspective', perspective: { yfov: 0.8, znear: 0.1 } });
    const mesh = file.add('meshes', { primitives: [triangle(file)] });
    const shown = file.add('nodes', { mesh });
    const far = file.add('nodes', { camera, translation: [0, 0, 900] });
    const lamp = file.add('nodes', {
      translation: [900, 0, 0],
      extensions: { KHR_lights_punctual: { light: 0 } },
    });
    // A node outside of all scenes is invisible with its content.
    file.add('nodes', { mesh, translation: [500, 0, 0], camera });
    const { description } = await open(file.glb([shown, far, lamp]));
    expect([description.triangles, rounded(description.bounds)]).toEqual([1, UNIT]);
  });
});

describe('the materials of a GLB', () => {
  const COORDINATES = [0, 0, 1, 0, 0, 1];
  const OTHERS = [0.5, 0.5, 0.75, 0.5, 0.5, 0.75];

  /** Transformed texture coordinates of the first vertex for the first material. */
  function lookedUp(document: Document, which: 'color' | 'occlusion'): number[] {
    const { primitive } = firstOf(document);
    const material = primitive.getMaterial();
    const info =
      which === 'color' ? material?.getBaseColorTextureInfo() : material?.getOcclusionTextureInfo();
    const transform = info?.getExtension<Transform>('KHR_texture_transform');
    const set = transform?.getTexCoord() ?? info?.getTexCoord() ?? 0;
    const corner = primitive.getAttribute('POSITION');
    // The vertices may have been reordered.
    const first = [0, 1, 2].find((at) => corner?.getElement(at, []).every((v) => Math.abs(v) < 1e-3)) ?? 0;
    const uv = new Vector2().fromArray(
      primitive.getAttribute(`TEXCOORD_${set}`)?.getElement(first, []) ?? [],
    );
    const [x = 1, y = 1] = transform?.getScale() ?? [];
    const [offsetX = 0, offsetY = 0] = transform?.getOffset() ?? [];
    const angle = transform?.getRotation() ?? 0;
    const scaled = new Vector2(uv.x * x, uv.y * y);
    const turned = new Vector2(
      Math.cos(angle) * scaled.x + Math.sin(angle) * scaled.y,
      -Math.sin(angle) * scaled.x + Math.cos(angle) * scaled.y,
    );
    return [turned.x + offsetX, turned.y + offsetY].map((value) => Math.round(value * 100) / 100 + 0);
  }

  async function importMaterial(material: object): Promise<Opened> {
    const [red, grey] = [await solidPng(8, '#c81e1e'), await solidPng(8, '#808080')];
    const file = new RawGltf();
    file.json.extensionsUsed = ['KHR_texture_transform'];
    for (const png of [red, grey]) {
      file.add('images', { bufferView: file.view(png), mimeType: 'image/png' });
      file.add('textures', { source: file.json.images ? file.json.images.length - 1 : 0 });
    }
    const attributes = {
      POSITION: file.floats('VEC3', CORNERS),
      TEXCOORD_0: file.floats('VEC2', COORDINATES),
      TEXCOORD_1: file.floats('VEC2', OTHERS),
    };
    file.add('materials', material);
    const mesh = file.add('meshes', { primitives: [{ attributes, material: 0 }] });
    return open(file.glb([file.add('nodes', { mesh })]));
  }

  it('keep a texture transform with a separate UV set', async () => {
    const transform = { offset: [0.1, 0.2], rotation: Math.PI / 2, scale: [2, 3], texCoord: 1 };
    const made = await importMaterial({
      name: 'Paper',
      pbrMetallicRoughness: {
        baseColorTexture: { index: 0, texCoord: 0, extensions: { KHR_texture_transform: transform } },
      },
    });
    // (0.5, 0.5) scaled by two and three, rotated and moved.
    for (const document of [made.document, made.mobileDocument]) {
      expect(lookedUp(document, 'color')).toEqual([1.6, -0.8]);
    }
  });

  it('keep textures with different UV sets', async () => {
    const made = await importMaterial({
      pbrMetallicRoughness: { baseColorTexture: { index: 0, texCoord: 1 } },
      occlusionTexture: { index: 1, texCoord: 0 },
    });
    for (const document of [made.document, made.mobileDocument]) {
      expect(lookedUp(document, 'color')).toEqual([0.5, 0.5]);
      expect(lookedUp(document, 'occlusion')).toEqual([0, 0]);
    }
  });

  it('have unique names without bidirectional control characters', async () => {
    const file = new RawGltf();
    const names = ['Red\u202Egnp.exe', 'Two\u0000parts', '\u2066\u200F', 'x'.repeat(5_000)];
    const nodes = names.map((name, at) => {
      const material = file.add('materials', { name, pbrMetallicRoughness: { metallicFactor: at / 4 } });
      const mesh = file.add('meshes', { name, primitives: [{ ...triangle(file), material }] });
      return file.add('nodes', { name, mesh, translation: [at, 0, 0] });
    });
    const { description } = await open(file.glb(nodes));
    expect(description.triangles).toBe(4);
    expect(new Set(description.slots).size).toBe(4);
    for (const slot of description.slots) {
      expect(slot).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    }
  });
});

describe('the animation of a GLB', () => {
  it('is kept for morph targets in sparse accessors', async () => {
    const file = new RawGltf();
    const target = file.sparse('VEC3', 3, new Map([[2, [0, 2, 0]]]));
    const mesh = file.add('meshes', {
      primitives: [{ ...triangle(file), targets: [{ POSITION: target }] }],
      weights: [0],
    });
    const node = file.add('nodes', { mesh });
    const input = file.floats('SCALAR', [0, 1], { min: [0], max: [1] });
    const output = file.floats('SCALAR', [0, 1]);
    file.add('animations', {
      samplers: [{ input, output }],
      channels: [{ sampler: 0, target: { node, path: 'weights' } }],
    });
    const { description, document, mobileDocument } = await open(file.glb([node]));
    expect(description.animations).toHaveLength(1);
    for (const made of [document, mobileDocument]) {
      const { node: holder, primitive } = firstOf(made);
      const [, scale] = holder.getWorldScale();
      const moved = primitive.listTargets()[0]?.getAttribute('POSITION');
      const heights = [0, 1, 2].map(
        (at) => Math.round((moved?.getElement(at, [])[1] ?? 0) * scale * 100) / 100,
      );
      expect(heights.toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
    }
  });
});
