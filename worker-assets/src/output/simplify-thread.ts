/** Entry of a thread that thins out triangles; what the library takes for it is given back when the thread ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { Thinned, Thinning } from './thin-triangles.ts';

// Only thin-triangles.ts starts this.
const { positions, indices, meshes, error } = workerData as Thinning;
await MeshoptSimplifier.ready;
const thinned = meshes.map((mesh) => {
  const [corners, points] = [indices[mesh.indices], positions[mesh.positions]];
  return corners && points
    ? MeshoptSimplifier.simplify(corners, points, 3, mesh.target, error)[0]
    : new Uint32Array();
});
const answer: Thinned = { thinned, positions, indices };
// What was lent goes back whole, as it came.
parentPort?.postMessage(
  answer,
  [...positions, ...indices].map(({ buffer }) => buffer as ArrayBuffer),
);
