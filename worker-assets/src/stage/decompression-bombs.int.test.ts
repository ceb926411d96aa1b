// @module-tag full
import { deflateSync } from 'node:zlib';
import { glbOf } from '@diorama/stack/test/tiny-files.ts';
import { Document, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';

const GB = 1_000_000_000;
const TOO_LARGE = /too large when unpacked/;

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

/** A node of binary FBX 7.4 with one array of 32-bit numbers. */
function fbxNode(name: string, { values = [] as Buffer[], children = [] as ((start: number) => Buffer)[] }) {
  return (start: number): Buffer => {
    const head = 13 + name.length;
    const properties = Buffer.concat(values);
    let body = Buffer.alloc(0);
    for (const child of children) {
      body = Buffer.concat([body, child(start + head + properties.length + body.length)]);
    }
    const end = children.length > 0 ? Buffer.alloc(13) : Buffer.alloc(0);
    const record = Buffer.alloc(13);
    record.writeUInt32LE(start + head + properties.length + body.length + end.length, 0);
    record.writeUInt32LE(values.length, 4);
    record.writeUInt32LE(properties.length, 8);
    record.writeUInt8(name.length, 12);
    return Buffer.concat([record, Buffer.from(name), properties, body, end]);
  };
}

/** An array of zeros, compressed by zlib as far as possible. */
function zeros(count: number): Buffer {
  const packed = deflateSync(Buffer.alloc(count * 4), { level: 9 });
  const head = Buffer.alloc(13);
  head.write('i', 0);
  head.writeUInt32LE(count, 1);
  head.writeUInt32LE(1, 5);
  head.writeUInt32LE(packed.length, 9);
  return Buffer.concat([head, packed]);
}

function fbxOf(arrays: readonly Buffer[]): Uint8Array {
  const start = Buffer.alloc(27);
  start.write('Kaydara FBX Binary  \0\x1a\0', 0, 'latin1');
  start.writeUInt32LE(7400, 23);
  const geometry = fbxNode('Geometry', {
    children: arrays.map((array) => fbxNode('PolygonVertexIndex', { values: [array] })),
  });
  const objects = fbxNode('Objects', { children: [geometry] })(start.length);
  return Buffer.concat([start, objects, Buffer.alloc(13)]);
}

/** A triangle compressed with Draco. */
async function dracoGlb(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document();
  document.createExtension(KHRDracoMeshCompression).setRequired(true);
  const buffer = document.createBuffer();
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setArray(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0))
    .setBuffer(buffer);
  const indices = document
    .createAccessor()
    .setArray(Uint16Array.of(0, 1, 2))
    .setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute('POSITION', position).setIndices(indices);
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() });
  return io.writeBinary(document);
}

describe('a small file that unpacks to a large one', () => {
  it('is rejected as FBX, with one array and with many', async () => {
    const one = fbxOf([zeros(GB / 4)]);
    expect(one.length).toBeLessThan(1_100_000);
    await expect(importer.open({ 'one.fbx': one })).rejects.toThrow(TOO_LARGE);
    const many = fbxOf(Array.from({ length: 100 }, () => zeros(2_000_000)));
    await expect(importer.open({ 'many.fbx': many })).rejects.toThrow(TOO_LARGE);
  });

  it('is rejected as glTF without data for its accessors', async () => {
    const accessors = [{ componentType: 5126, count: 60_000_000, type: 'VEC3' }];
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }];
    const glb = glbOf({
      asset: { version: '2.0' },
      meshes,
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      accessors,
    });
    await expect(importer.open({ 'empty.glb': glb })).rejects.toThrow(TOO_LARGE);
  });

  it('is rejected as Draco', async () => {
    const glb = await dracoGlb();
    await expect(importer.open({ 'box.glb': glb })).resolves.toMatchObject({ description: { triangles: 1 } });
    const at = Buffer.from(glb).indexOf('DRACO');
    // Header and traversal type; the numbers of vertices and faces follow.
    const counts = at + 11 + (glb[at + 8] === 1 ? 1 : 0);
    const large = glb.slice();
    large.set([0xff, 0xff, 0xff, 0xff, 0x0f], counts);
    await expect(importer.open({ 'large.glb': large })).rejects.toThrow(TOO_LARGE);
  });
});
