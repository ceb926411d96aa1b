import type { Document } from '@gltf-transform/core';
import { EXTTextureWebP, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { meshopt, quantize, reorder } from '@gltf-transform/functions';
import { MeshoptEncoder } from 'meshoptimizer';
import type { Sharp } from 'sharp';
import { BoxGeometry, CylinderGeometry, SphereGeometry } from 'three';
import { hasSamples, readSample } from '../samples.ts';
import { createRandom, ModelBuilder } from './model-builder.ts';
import { morphed, skinned, turning } from './moving.ts';
import { asJpeg, asPng, asWebp, bumps, chart, clouds, photo } from './pictures.ts';
import { colored, facets, hills, knot, scan, smallThing } from './shapes.ts';

/** A model for size comparisons, built on request, the same in every run. */
export type CorpusModel = { name: string; make: () => Promise<Document | Uint8Array> };

/** The models, including samples from the disk where there are any. */
export const SIZE_CORPUS: readonly CorpusModel[] = [
  {
    name: 'png 2048',
    make: () => pictured({ size: 2048, encode: asPng, mimeType: 'image/png', draw: photo }),
  },
  {
    name: 'png 4096',
    make: () => pictured({ size: 4096, encode: asPng, mimeType: 'image/png', draw: clouds }),
  },
  {
    name: 'jpeg 1024',
    make: () => pictured({ size: 1024, encode: asJpeg, mimeType: 'image/jpeg', draw: photo }),
  },
  {
    name: 'webp 1024',
    make: () => pictured({ size: 1024, encode: asWebp, mimeType: 'image/webp', draw: photo }),
  },
  { name: 'chart 1024', make: () => chartModel() },
  { name: 'hills 1.6 M', make: async () => single(hills(894)) },
  { name: 'scan 200 k', make: async () => single(scan(450)) },
  { name: 'knot 60 k', make: async () => single(knot(496)) },
  { name: 'facets', make: async () => single(facets(scan(200))) },
  { name: 'facets of a knot', make: async () => single(facets(knot(200))) },
  { name: 'vertex colours', make: async () => single(colored(scan(200))) },
  { name: 'small things', make: async () => smallThings(2_000, 5) },
  { name: 'small things in a tree', make: async () => tree() },
  { name: 'equal cubes', make: async () => equalCubes(true) },
  { name: 'equal cubes, each with a mesh', make: async () => equalCubes(false) },
  { name: 'equal pins, turned', make: async () => turnedPins() },
  { name: 'house', make: async () => house() },
  { name: 'animated', make: async () => turning(20, new BoxGeometry()).document },
  { name: 'animated, many', make: async () => turning(200, new CylinderGeometry(0.5, 0.5, 1, 24)).document },
  { name: 'skinned', make: async () => (await skinned(32, 24)).document },
  { name: 'skinned, dense', make: async () => (await skinned(64, 96)).document },
  { name: 'morphed', make: async () => morphed(8, 96).document },
  { name: 'morphed, dense', make: async () => morphed(20, 160).document },
  { name: 'draco', make: async () => withDraco(single(scan(320))) },
  { name: 'draco, textured', make: () => dracoTextured() },
  { name: 'already packed', make: () => packed(single(scan(300))) },
  { name: 'already quantised', make: () => quantised(single(knot(400))) },
  { name: 'points', make: async () => points() },
  { name: 'box', make: async () => single(new BoxGeometry()) },
  ...(hasSamples
    ? [
        { name: 'engine', make: () => readSample('glb/2CylinderEngine.glb') },
        { name: 'textured box', make: () => readSample('glb/BoxTextured.glb') },
      ]
    : []),
];

function single(geometry: Parameters<ModelBuilder['mesh']>[1]): Document {
  const builder = new ModelBuilder();
  builder.place('Thing', builder.mesh('Thing', geometry, builder.material('Clay')));
  return builder.document;
}

type Pictured = {
  size: number;
  encode: (image: Sharp) => Promise<Uint8Array<ArrayBuffer>>;
  mimeType: string;
  draw: (size: number, seed: number) => Promise<Sharp>;
};

async function pictured({ size, encode, mimeType, draw }: Pictured): Promise<Document> {
  const builder = new ModelBuilder();
  const texture = async (name: string, image: Sharp) => builder.texture(name, await encode(image), mimeType);
  if (mimeType === 'image/webp') {
    builder.document.createExtension(EXTTextureWebP).setRequired(true);
  }
  const material = builder
    .material('Surface', [1, 1, 1])
    .setBaseColorTexture(await texture('Colour', await draw(size, 1)))
    .setNormalTexture(await texture('Normals', await bumps(size, 2)))
    .setMetallicRoughnessTexture(await texture('Roughness', await draw(size, 3)));
  builder.place('Ball', builder.mesh('Ball', new SphereGeometry(1, 48, 32), material));
  return builder.document;
}

async function chartModel(): Promise<Document> {
  const builder = new ModelBuilder();
  const image = await asPng(chart(1024, 4));
  const material = builder.material('Chart', [1, 1, 1]);
  material.setBaseColorTexture(builder.texture('Chart', image, 'image/png'));
  builder.place('Board', builder.mesh('Board', new BoxGeometry(2, 2, 0.1), material));
  return builder.document;
}

function smallThings(count: number, looks: number): Document {
  const builder = new ModelBuilder();
  const materials = Array.from({ length: looks }, (_, i) =>
    builder.material(`Paint ${i}`, [i / looks, 0.5, 0.5]),
  );
  for (let i = 0; i < count; i += 1) {
    const mesh = builder.mesh(`Thing ${i}`, smallThing(i), materials[i % looks]);
    builder.place(`Thing ${i}`, mesh, [(i % 50) * 2, 0, Math.floor(i / 50) * 2]);
  }
  return builder.document;
}

/** Small objects in nested groups, each moved. */
function tree(): Document {
  const builder = new ModelBuilder();
  const material = builder.material('Paint');
  for (let i = 0; i < 10; i += 1) {
    const group = builder.place(`Group ${i}`, null, [i * 20, 0, 0]);
    for (let j = 0; j < 30; j += 1) {
      const mesh = builder.mesh(`Part ${i}.${j}`, smallThing(i * 30 + j), material);
      const node = builder.document.createNode(`Part ${i}.${j}`).setMesh(mesh);
      group.addChild(node.setTranslation([0, j * 2, 0]).setRotation([0, Math.sin(j), 0, Math.cos(j)]));
    }
  }
  return builder.document;
}

function equalCubes(isShared: boolean): Document {
  const builder = new ModelBuilder();
  const material = builder.material('Paint');
  const make = () => builder.mesh('Cube', new BoxGeometry(), material);
  const shared = make();
  for (let i = 0; i < 2_000; i += 1) {
    const mesh = isShared ? shared : make();
    builder.place(`Cube ${i}`, mesh, [(i % 50) * 2, 0, Math.floor(i / 50) * 2]);
  }
  return builder.document;
}

function turnedPins(): Document {
  const builder = new ModelBuilder();
  const mesh = builder.mesh('Pin', new CylinderGeometry(0.2, 0.3, 1, 32), builder.material('Steel'));
  const random = createRandom(7);
  for (let i = 0; i < 400; i += 1) {
    const angle = random() * Math.PI;
    const scale = 0.5 + random();
    builder
      .place(`Pin ${i}`, mesh, [random() * 40, random() * 4, random() * 40])
      .setRotation([0, Math.sin(angle), 0, Math.cos(angle)])
      .setScale([scale, scale, scale]);
  }
  return builder.document;
}

/** Forty walls and slabs of six materials, all different. */
function house(): Document {
  const builder = new ModelBuilder();
  const random = createRandom(11);
  const materials = Array.from({ length: 6 }, (_, i) =>
    builder.material(`Finish ${i}`, [0.2 + i * 0.1, 0.6, 0.5]),
  );
  for (let i = 0; i < 40; i += 1) {
    const geometry = new BoxGeometry(1 + random() * 6, 2.6, 0.2 + random());
    builder.place(`Wall ${i}`, builder.mesh(`Wall ${i}`, geometry, materials[i % 6]), [
      random() * 20,
      0,
      random() * 20,
    ]);
  }
  return builder.document;
}

function withDraco(document: Document): Document {
  document.createExtension(KHRDracoMeshCompression).setRequired(true);
  return document;
}

async function dracoTextured(): Promise<Document> {
  return withDraco(await pictured({ size: 512, encode: asJpeg, mimeType: 'image/jpeg', draw: clouds }));
}

async function packed(document: Document): Promise<Document> {
  await MeshoptEncoder.ready;
  return await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'high' }));
}

async function quantised(document: Document): Promise<Document> {
  await MeshoptEncoder.ready;
  return await document.transform(reorder({ encoder: MeshoptEncoder }), quantize());
}

function points(): Document {
  const builder = new ModelBuilder();
  const geometry = colored(scan(150));
  geometry.deleteAttribute('uv');
  geometry.deleteAttribute('normal');
  geometry.setIndex(null);
  const mesh = builder.mesh('Cloud', geometry);
  mesh.listPrimitives()[0]?.setMode(0);
  builder.place('Cloud', mesh);
  return builder.document;
}
