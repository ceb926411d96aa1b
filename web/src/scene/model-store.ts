import type { FileUse } from '@diorama/shared/scene/nodes/traits.ts';
import {
  type AnimationClip,
  type BufferGeometry,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  SkinnedMesh,
} from 'three';
import { fetchCode } from '../fetch-code.ts';
import type { AssetLoader } from './asset-loader.ts';
import type { DisposeQueue } from './dispose-queue.ts';
import { materialsOf } from './materials-of.ts';
import type { ModelCopy } from './model-copy.ts';

/**
 * One mesh of a model, in the model's space. `name` is the mesh's in its file; `slot` is the name of its
 * material, by which users replace it. `nth` distinguishes copies of one mesh, which share their key.
 */
export type ModelPart = {
  key: string;
  nth: number;
  name: string;
  geometry: BufferGeometry;
  material: Material;
  slot: string;
  matrix: Matrix4;
};

/** Contents of a model's file. */
export type ModelFile = { root: Object3D; clips: readonly AnimationClip[] };

/** A loaded model, shared by all nodes that show it; never rendered itself. */
export type ModelTemplate = ModelFile & {
  /** Materials of the file's variants by slot, by the name of the variant. */
  variants: ReadonlyMap<string, ReadonlyMap<string, Material>>;
  /** Creates a copy for a skinned or animated node; `replace` returns another material for a slot, or null. */
  copy: (animation: FileUse['animation'], replace: (slot: string) => Material | null) => ModelCopy;
  /** Meshes for instancing; null for models with skins or morph targets. */
  parts: readonly ModelPart[] | null;
};

type ModelReader = (bytes: ArrayBuffer) => Promise<Omit<ModelTemplate, 'parts'>>;

/** Loads each GLB model once, including meshopt compression, and needs no decoder from the network. */
export class ModelStore {
  readonly #loader: AssetLoader;
  readonly #disposeQueue: DisposeQueue;
  readonly #models = new Map<string, Promise<ModelTemplate | null>>();
  /** Previous versions of replaced models: rendered until the new ones have loaded. */
  readonly #outdated = new Map<string, Promise<ModelTemplate | null>[]>();
  #loads = 0;
  /** Fetched with the first model: many scenes contain only shapes. */
  #reader: Promise<ModelReader> | null = null;

  constructor(loader: AssetLoader, disposeQueue: DisposeQueue) {
    this.#loader = loader;
    this.#disposeQueue = disposeQueue;
  }

  /** Model of an asset; null if it failed, which the loader reports. */
  async load(iri: string): Promise<ModelTemplate | null> {
    const reader = this.#fetchReader();
    const pending =
      this.#models.get(iri) ??
      this.#loader.load(iri, async (bytes) => parse(await reader, `${iri}@${this.#nextLoad()}`, bytes));
    this.#models.set(iri, pending);
    const model = await pending;
    if (this.#models.get(iri) === pending) {
      this.#settle(iri, model);
    }
    return model;
  }

  /** Stores a loaded model, which all waiting nodes render in the next frame, and then drops its previous version. */
  #settle(iri: string, model: ModelTemplate | null): void {
    if (!model) {
      this.#models.delete(iri);
      return;
    }
    const outdated = this.#outdated.get(iri);
    if (outdated) {
      this.#outdated.delete(iri);
      this.#disposeQueue.add(() => outdated.forEach(free));
    }
  }

  /** Fetches the GLB parser; a failed fetch is retried by the next call. */
  #fetchReader(): Promise<ModelReader> {
    this.#reader ??= fetchCode(() => import('./model-reader.ts')).then(({ createModelReader }) =>
      createModelReader(),
    );
    this.#reader.catch(() => {
      this.#reader = null;
    });
    return this.#reader;
  }

  /** Reloads a model whose file has changed. */
  renew(iri: string): void {
    const model = this.#models.get(iri);
    if (model) {
      this.#models.delete(iri);
      this.#outdated.set(iri, [...(this.#outdated.get(iri) ?? []), model]);
    }
  }

  /** Frees all other models; nothing may render them afterwards. */
  keep(needed: ReadonlySet<string>): void {
    for (const [iri, model] of [...this.#models]) {
      if (!needed.has(iri)) {
        this.#models.delete(iri);
        free(model);
      }
    }
    for (const [iri, models] of [...this.#outdated]) {
      if (!needed.has(iri)) {
        this.#outdated.delete(iri);
        models.forEach(free);
      }
    }
  }

  /** Parts of models are shared by key, so a reloaded model needs new keys. */
  #nextLoad(): number {
    this.#loads += 1;
    return this.#loads;
  }

  dispose(): void {
    this.keep(new Set());
  }
}

function free(model: Promise<ModelTemplate | null>): void {
  void model.then((template) => {
    if (template) {
      disposeModel(template.root);
      [...template.variants.values()].flatMap((bySlot) => [...bySlot.values()]).forEach(disposeMaterial);
    }
  });
}

async function parse(read: ModelReader, key: string, bytes: ArrayBuffer): Promise<ModelTemplate> {
  const file = await read(bytes);
  return { ...file, parts: findParts(key, file.root) };
}

function findParts(key: string, root: Object3D): ModelPart[] | null {
  const parts: ModelPart[] = [];
  let canInstance = true;
  root.traverse((object) => {
    if (!(object instanceof Mesh)) {
      // Only a copy renders lines and points of a model.
      canInstance &&= !('isLine' in object || 'isPoints' in object);
      return;
    }
    const [material, ...more] = materialsOf(object);
    const bends = object instanceof SkinnedMesh || object.geometry.morphAttributes.position !== undefined;
    if (bends || !material || more.length > 0) {
      canInstance = false;
      return;
    }
    const shared = {
      key: `${key}#${parts.length}`,
      name: object.name,
      geometry: object.geometry,
      material,
      slot: material.name,
    };
    parts.push(...placesOf(object).map((matrix, nth) => ({ ...shared, nth, matrix })));
  });
  return canInstance ? parts : null;
}

/** Matrices of a mesh in its model: an instanced mesh has several. */
function placesOf(mesh: Mesh): Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) {
    return [mesh.matrixWorld.clone()];
  }
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}

function disposeModel(root: Object3D): void {
  root.traverse((object) => {
    if (!(object instanceof Mesh)) {
      return;
    }
    object.geometry.dispose();
    materialsOf(object).forEach(disposeMaterial);
  });
}

function disposeMaterial(material: Material): void {
  for (const value of Object.values(material)) {
    if (typeof value === 'object' && value !== null && 'isTexture' in value) {
      value.dispose();
    }
  }
  material.dispose();
}
