/** Entry of a thread that simplifies meshes. The library's memory is released when the thread ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { Thinned, Thinning } from './thin-triangles.ts';

// Only thin-triangles.ts starts this thread.
const { positions, indices, meshes, error } = workerData as Thinning;
await MeshoptSimplifier.ready;
const thinned = meshes.map((mesh) => {
  const [corners, points] = [indices[mesh.indices], positions[mesh.positions]];
  return corners && points
    ? MeshoptSimplifier.simplify(corners, points, 3, mesh.target, error)[0]
    : new Uint32Array();
});
const answer: Thinned = { thinned, positions, indices };
// Transferred arrays are returned unchanged.
parentPort?.postMessage(
  answer,
  [...positions, ...indices].map(({ buffer }) => buffer as ArrayBuffer),
);
