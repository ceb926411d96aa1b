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
/** Share of the float bytes that no compressed geometry is below. */
const LEAST_SHARE = 0.25;

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

type UsdzContender = Contender & { bytes: () => number };

/** @param leastBytes - size of the layer below which a geometry is missing */
function contender(
  name: string,
  { write, leastBytes }: { write: () => Promise<Uint8Array>; leastBytes: number },
): UsdzContender {
  let usdz: Uint8Array = new Uint8Array();
  return {
    name,
    bytes: () => usdz.length,
    run: async () => {
      const startedAt = performance.now();
      usdz = await write();
      return performance.now() - startedAt;
    },
    check: () => {
      const layers = Object.entries(unzipSync(usdz)).filter(([file]) => /\.usd[ac]?$/.test(file));
      const bytes = layers.reduce((sum, [, layer]) => sum + layer.length, 0);
      if (bytes < leastBytes) {
        throw new Error(`${name} wrote ${bytes} bytes of layers, which is less than its geometry`);
      }
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
      const floats = floatBytes(geometry);
      const leastBytes = floats * LEAST_SHARE;
      const mine = contender(`diorama, ${name}`, { write: () => ours(document), leastBytes });
      const peer = contender(`three, ${name}`, { write: () => writeWithThree(geometry), leastBytes });
      measured.push(...(await interleave([mine, peer])));
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
