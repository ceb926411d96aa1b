import { type Material, Mesh } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { materialsOf } from './materials-of.ts';
import { ModelCopy } from './model-copy.ts';
import type { ModelTemplate } from './model-store.ts';

/** Creates a GLB parser that supports meshopt compression, which the import uses. */
export function createModelReader(): (bytes: ArrayBuffer) => Promise<Omit<ModelTemplate, 'parts'>> {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  return async (bytes) => {
    const gltf = await loader.parseAsync(bytes, '');
    const { scene, animations } = gltf;
    const variants = await readVariants(gltf);
    scene.updateMatrixWorld(true);
    const file = { root: scene, clips: animations };
    return { ...file, variants, copy: (animation, replace) => new ModelCopy(file, animation, replace) };
  };
}

type Mapping = { material: number; variants: number[] };

/** Reads KHR_materials_variants, which the loader leaves to its users. */
async function readVariants({ scene, parser, userData }: GLTF): Promise<ModelTemplate['variants']> {
  const declared: { name?: string }[] = userData.gltfExtensions?.KHR_materials_variants?.variants ?? [];
  const variants = new Map(declared.map(({ name = '' }) => [name, new Map<string, Material>()]));
  const meshes: Mesh[] = [];
  if (variants.size > 0) {
    scene.traverse((object) => object instanceof Mesh && meshes.push(object));
  }
  for (const mesh of meshes) {
    const mappings: Mapping[] = mesh.userData.gltfExtensions?.KHR_materials_variants?.mappings ?? [];
    const [own] = materialsOf(mesh);
    for (const { material, variants: indexes } of own ? mappings : []) {
      mesh.material = await parser.getDependency('material', material);
      // Chooses the form of the material that fits the mesh, such as with vertex colors.
      parser.assignFinalMaterial(mesh);
      const [fitting] = materialsOf(mesh);
      for (const index of fitting ? indexes : []) {
        variants.get(declared[index]?.name ?? '')?.set(own?.name ?? '', fitting as Material);
      }
      mesh.material = own as Material;
    }
  }
  return variants;
}
