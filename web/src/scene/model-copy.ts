import type { FileUse } from '@diorama/shared/scene/nodes/traits.ts';
import { AnimationMixer, Box3, Group, InstancedMesh, type Material, Mesh, SkinnedMesh } from 'three';
import { clone as cloneWithSkeletons } from 'three/addons/utils/SkeletonUtils.js';
import { materialsOf } from './materials-of.ts';
import { plays } from './model-slots.ts';
import type { ModelFile } from './model-store.ts';

type Animation = FileUse['animation'];

/** A model of its own: the skeleton and the pose are this node's, geometries and images are the template's. */
export class ModelCopy {
  /** What stands in the scene; its matrix is the node's. */
  readonly root = new Group();
  /** The bounds at rest, in the model's space. */
  readonly box: Box3;
  /** Its meshes, in the order of the file. */
  readonly meshes: readonly Mesh[];
  readonly #mixer: AnimationMixer | null;

  /** `replace` gives another material for a slot, or null to keep the model's. */
  constructor(template: ModelFile, animation: Animation, replace: (slot: string) => Material | null) {
    const content = cloneWithSkeletons(template.root);
    const meshes: Mesh[] = [];
    content.traverse((object) => {
      if (object instanceof Mesh) {
        dress(object, replace);
        meshes.push(object);
      }
    });
    this.meshes = meshes;
    // Skins are measured by where they were when they were last placed.
    content.updateMatrixWorld(true);
    this.box = new Box3().setFromObject(content);
    this.root.add(content);
    this.root.matrixAutoUpdate = false;
    this.#mixer = startMixer(content, template, animation);
  }

  /** Whether it moves by itself, so that every frame is another one. */
  get isPlaying(): boolean {
    return this.#mixer !== null;
  }

  /** Its meshes by their names in the file, each with every slot that it shows. */
  get parts(): { name: string; slot: string }[] {
    const found: { name: string; slot: string }[] = [];
    this.root.traverse((object) => {
      const slots: readonly string[] = object.userData.slots ?? [];
      found.push(...slots.map((slot) => ({ name: object.name, slot })));
    });
    return found;
  }

  /** Goes on by so many seconds. */
  advance(seconds: number): void {
    this.#mixer?.update(seconds);
  }

  /** Goes to a time since the start of its animation. */
  seek(seconds: number): void {
    this.#mixer?.setTime(seconds);
  }

  /** Frees the skeletons and the places of instances; everything else is shared. */
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

function dress(mesh: Mesh, replace: (slot: string) => Material | null): void {
  const own = materialsOf(mesh);
  mesh.userData.slots = own.map(({ name }) => name);
  const materials = own.map((material) => replace(material.name) ?? material);
  const [only] = materials;
  mesh.material = materials.length === 1 && only ? only : materials;
  mesh.castShadow = !materials.every(({ transparent }) => transparent);
  mesh.receiveShadow = true;
  // The bounds of a bending mesh are those of its rest: culled by them, it would vanish while it still shows.
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
