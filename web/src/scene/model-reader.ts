import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ModelCopy } from './model-copy.ts';
import type { ModelTemplate } from './model-store.ts';

/** Creates a GLB parser that supports meshopt compression, which the import uses. */
export function createModelReader(): (bytes: ArrayBuffer) => Promise<Omit<ModelTemplate, 'parts'>> {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  return async (bytes) => {
    const { scene, animations } = await loader.parseAsync(bytes, '');
    scene.updateMatrixWorld(true);
    const file = { root: scene, clips: animations };
    return { ...file, copy: (animation, replace) => new ModelCopy(file, animation, replace) };
  };
}
