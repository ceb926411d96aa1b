import type { FileUse } from '@diorama/shared/scene/nodes/traits.ts';
import { AnimationMixer, Box3, Group, InstancedMesh, type Material, Mesh, SkinnedMesh } from 'three';
import { clone as cloneWithSkeletons } from 'three/addons/utils/SkeletonUtils.js';
import { materialsOf } from './materials-of.ts';
import { plays } from './model-slots.ts';
import type { ModelFile } from './model-store.ts';

type Animation = FileUse['animation'];

/** A copy of a model with its own skeleton and pose; it shares the template's geometries and images. */
export class ModelCopy {
  /** Object in the scene; its matrix is the node's. */
  readonly root = new Group();
  /** Bounds in the rest pose, in the model's space. */
  readonly box: Box3;
  /** Meshes in the order of the file. */
  readonly meshes: readonly Mesh[];
  readonly #mixer: AnimationMixer | null;

  /** @param replace - returns another material for a slot, or null to keep the model's */
  constructor(template: ModelFile, animation: Animation, replace: (slot: string) => Material | null) {
    const content = cloneWithSkeletons(template.root);
    const meshes: Mesh[] = [];
    content.traverse((object) => {
      if (object instanceof Mesh) {
        assignMaterials(object, replace);
        meshes.push(object);
      }
    });
    this.meshes = meshes;
    // Bounds of skinned meshes depend on their last world matrix.
    content.updateMatrixWorld(true);
    this.box = new Box3().setFromObject(content);
    this.root.add(content);
    this.root.matrixAutoUpdate = false;
    this.#mixer = startMixer(content, template, animation);
  }

  /** Whether an animation is playing, so that every frame differs. */
  get isPlaying(): boolean {
    return this.#mixer !== null;
  }

  /** Meshes by name in the file, each with every slot that it shows. */
  get parts(): { name: string; slot: string }[] {
    const found: { name: string; slot: string }[] = [];
    this.root.traverse((object) => {
      const slots: readonly string[] = object.userData.slots ?? [];
      found.push(...slots.map((slot) => ({ name: object.name, slot })));
    });
    return found;
  }

  /** Advances the animation by seconds. */
  advance(seconds: number): void {
    this.#mixer?.update(seconds);
  }

  /** Seeks to a time since the start of the animation. */
  seek(seconds: number): void {
    this.#mixer?.setTime(seconds);
  }

  /** Frees skeletons and instance matrices; all other resources are shared. */
  dispose(): void {
    this.root.removeFromParent();
    this.#mixer?.stopAllAction();
    this.root.traverse((object) => {
      if (object instanceof SkinnedMesh) {
        object.skeleton.dispose();
      }
      if (object instanceof InstancedMesh) {
        object.dispose();
      }
    });
  }
}

function assignMaterials(mesh: Mesh, replace: (slot: string) => Material | null): void {
  const own = materialsOf(mesh);
  mesh.userData.slots = own.map(({ name }) => name);
  const materials = own.map((material) => replace(material.name) ?? material);
  const [only] = materials;
  mesh.material = materials.length === 1 && only ? only : materials;
  mesh.castShadow = !materials.every(({ transparent }) => transparent);
  mesh.receiveShadow = true;
  // A skinned mesh has the bounds of its rest pose: culled by them, it would vanish while visible.
  mesh.frustumCulled = !(mesh instanceof SkinnedMesh);
}

function startMixer(content: Group['children'][number], template: ModelFile, animation: Animation) {
  if (!plays(template, animation)) {
    return null;
  }
  const clip = template.clips.find(({ name }) => name === animation.clip) ?? template.clips[0];
  if (!clip) {
    return null;
  }
  const mixer = new AnimationMixer(content);
  mixer.clipAction(clip).setEffectiveTimeScale(animation.speed).play();
  mixer.update(0);
  return mixer;
}
