import { convertGltf } from '@diorama/worker-assets/import/convert-gltf.ts';
import { createGltfIo } from '@diorama/worker-assets/output/gltf-io.ts';

const [path, dir] = process.argv.slice(2);
if (!path || !dir) {
  throw new Error('Say a model and a folder to work in');
}
const io = await createGltfIo();
const main = { name: 'model.glb', path };
await convertGltf({ format: 'glb', main, files: [], io, dir, needs: () => undefined });
