import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ModelCopy } from './model-copy.ts';
import type { ModelTemplate } from './model-store.ts';

/** Reads the bytes of GLB files, those that the import has packed by meshopt too. */
export function createModelReader(): (bytes: ArrayBuffer) => Promise<Omit<ModelTemplate, 'parts'>> {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  return async (bytes) => {
    const { scene, animations } = await loader.parseAsync(bytes, '');
    scene.updateMatrixWorld(true);
    const file = { root: scene, clips: animations };
    return { ...file, copy: (animation, replace) => new ModelCopy(file, animation, replace) };
  };
}
