import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { convertGltf } from '@diorama/worker-assets/import/convert-gltf.ts';
import { createGltfIo, type GltfIo } from '@diorama/worker-assets/output/gltf-io.ts';
import { assertValidGlb } from '@diorama/worker-assets/output/write-glb.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { summarise } from '../measure.ts';
import { peerBinary } from '../peers.ts';
import { atLeast, atMost, type Row } from '../row.ts';

const MIN_MODELS = 24;
const ALL_LEVELS = 9;

type Size = { name: string; ours: number; transform: number | null; pack: number | null; isValid: boolean };

/** Transfer size of a GLB. */
function packedBytes(glb: Uint8Array): number {
  return gzipSync(glb, { level: ALL_LEVELS }).length;
}

/** Size of the peer's GLB, or `null` when the peer cannot read the model. */
function runPeer(command: string, args: readonly string[], into: string): number | null {
  rmSync(into, { force: true });
  const { status } = spawnSync(command, args, { stdio: 'ignore' });
  return status === 0 && existsSync(into) ? packedBytes(readFileSync(into)) : null;
}

async function sizeOf(name: string, path: string, { io, dir }: { io: GltfIo; dir: string }): Promise<Size> {
  const into = join(dir, 'peer.glb');
  const texture = ['--texture-compress', 'webp'];
  const transform = runPeer(peerBinary('gltf-transform'), ['optimize', path, into, ...texture], into);
  const pack = runPeer(peerBinary('gltfpack'), ['-i', path, '-o', into, '-cc'], into);
  const main = { name: 'model.glb', path };
  const needs = () => undefined;
  const { glb } = await convertGltf({ format: 'glb', main, files: [], io, dir, needs });
  const isValid = await assertValidGlb(glb).then(
    () => true,
    () => false,
  );
  return { name, ours: packedBytes(glb), transform, pack, isValid };
}

function best({ transform, pack }: Size): number {
  return Math.min(transform ?? Number.POSITIVE_INFINITY, pack ?? Number.POSITIVE_INFINITY);
}

export const glbSize: Row = {
  name: 'glb-size',
  what: 'GLB files as the import makes them, gzipped, each against the better of two other optimisers',
  run: async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-glb-size-'));
    const work = join(dir.path, 'work');
    mkdirSync(work);
    const paths = await writeCorpus(join(dir.path, 'corpus'));
    const io = await createGltfIo();
    const sizes: Size[] = [];
    for (const [name, path] of paths) {
      sizes.push(await sizeOf(name, path, { io, dir: work }));
    }
    const compared = sizes.filter((size) => Number.isFinite(best(size)));
    const sum = (read: (size: Size) => number) => compared.reduce((total, size) => total + read(size), 0);
    const readBy = (peer: (size: Size) => number | null) =>
      sizes.filter((size) => peer(size) !== null).length;
    const ratios = compared.map((size) => size.ours / best(size));
    return {
      unit: 'ratio',
      measured: [summarise('of the better peer', ratios)],
      goals: [
        atMost('sum of all models', sum(({ ours }) => ours) / sum(best), 0.97),
        atMost('the worst model', Math.max(...ratios), 1.05),
        atMost('models that the validator finds errors in', sizes.filter((size) => !size.isValid).length, 0),
        // A peer that cannot read a model has no size of it, so each must read enough.
        atLeast(
          'models that gltf-transform reads',
          readBy(({ transform }) => transform),
          MIN_MODELS,
        ),
        atLeast(
          'models that gltfpack reads',
          readBy(({ pack }) => pack),
          MIN_MODELS,
        ),
      ],
      notes: sizes.map(
        (size) =>
          `${size.name}: ${size.ours} bytes, gltf-transform ${size.transform ?? '–'}, gltfpack ${size.pack ?? '–'}, ratio ${(size.ours / best(size)).toFixed(3)}`,
      ),
    };
  },
};
