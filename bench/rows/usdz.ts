import { writeUsdz } from '@diorama/worker-assets/output/write-usdz.ts';
import { ModelBuilder } from '@diorama/worker-assets/test/size-corpus/model-builder.ts';
import { knot, scan } from '@diorama/worker-assets/test/size-corpus/shapes.ts';
import { SIZE_CORPUS } from '@diorama/worker-assets/test/size-corpus/size-corpus.ts';
import { writeWithThree } from '@diorama/worker-assets/test/usdz-peer.ts';
import type { Document } from '@gltf-transform/core';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import type { BufferGeometry } from 'three';
import { type Contender, interleave, type Measured, summarise } from '../measure.ts';
import { atLeast, atMost, medianOf, type Row } from '../row.ts';

const TEXTURED = 'png 2048';
const FLOAT_BYTES = 4;

/** Measured geometries: a hundred thousand triangles each, one rough and one smooth. */
const GEOMETRIES: Readonly<Record<string, () => BufferGeometry>> = {
  scan: () => scan(316),
  knot: () => knot(632),
};

function documentOf(geometry: BufferGeometry): Document {
  const builder = new ModelBuilder();
  builder.place('Thing', builder.mesh('Thing', geometry, builder.material('Clay')));
  return builder.document;
}

/** Bytes of the geometry in a GLB whose numbers are all of four bytes. */
function floatBytes(geometry: BufferGeometry): number {
  const values = Object.values(geometry.attributes).reduce((sum, { array }) => sum + array.length, 0);
  return (values + (geometry.index?.count ?? 0)) * FLOAT_BYTES;
}

const ours = async (document: Document) => (await writeUsdz(document, { arPlacement: 'floor' })).bytes;

function contender(name: string, write: () => Promise<Uint8Array>): Contender & { bytes: () => number } {
  let bytes = 0;
  return {
    name,
    bytes: () => bytes,
    run: async () => {
      const startedAt = performance.now();
      bytes = (await write()).length;
      return performance.now() - startedAt;
    },
  };
}

/** The longest side of any texture in the file, in pixels. */
async function largestTexture(usdz: Uint8Array): Promise<number> {
  const pictures = Object.entries(unzipSync(usdz)).filter(([name]) => name.startsWith('textures/'));
  const sides = await Promise.all(
    pictures.map(async ([, bytes]) => {
      const { width, height } = await sharp(bytes).metadata();
      return Math.max(width, height);
    }),
  );
  return Math.max(...sides);
}

export const usdz: Row = {
  name: 'usdz',
  what: "models of 100,000 triangles written for AR: time, and bytes against the same numbers as floats, beside three's exporter",
  run: async () => {
    const measured: Measured[] = [];
    const sizes: { name: string; ours: number; theirs: number }[] = [];
    for (const [name, make] of Object.entries(GEOMETRIES)) {
      const geometry = make();
      const document = documentOf(geometry);
      const mine = contender(`diorama, ${name}`, () => ours(document));
      const peer = contender(`three, ${name}`, () => writeWithThree(geometry));
      measured.push(...(await interleave([mine, peer])));
      const floats = floatBytes(geometry);
      sizes.push({ name, ours: mine.bytes() / floats, theirs: peer.bytes() / floats });
    }
    const textured = await SIZE_CORPUS.find(({ name }) => name === TEXTURED)?.make();
    if (!textured || textured instanceof Uint8Array) {
      throw new Error(`There is no model ${TEXTURED}`);
    }
    const startedAt = performance.now();
    const file = await ours(textured);
    measured.push(summarise('diorama, three textures of 2048²', [performance.now() - startedAt]));
    const times = Object.keys(GEOMETRIES).map((name) => medianOf(measured, `diorama, ${name}`));
    return {
      unit: 'ms',
      measured,
      goals: [
        atMost('of the floats, at most', Math.max(...sizes.map((size) => size.ours)), 0.7),
        atMost('ms for a model, at most', Math.max(...times), 360),
        atLeast('pixels of a texture', await largestTexture(file), 2048),
      ],
      notes: sizes.map(
        (size) => `${size.name}: ${size.ours.toFixed(2)} of the float bytes, three ${size.theirs.toFixed(2)}`,
      ),
    };
  },
};
