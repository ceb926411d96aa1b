import type { Material } from '@diorama/shared/scene/document.ts';
import type { BufferGeometry } from 'three';
import type { DisposeQueue } from './dispose-queue.ts';
import { isRestyled, LiveMaterial, type LoadMap } from './live-material.ts';
import { ReferenceCounted } from './reference-counted.ts';
import { shaderClassOf } from './shader-class.ts';

/** Use of a material: by instances with their own {@link Surface}, or by a copy of a model. */
type MaterialUse = { flipY: boolean; hasSurface: boolean };

/** A material of the document: `id` is null for the default one. */
export type NamedMaterial = { id: string | null; material: Material };

/** A three.js material shared by nodes. `id` stays the same while its values change. */
type SharedMaterial = { readonly id: string; readonly live: LiveMaterial; readonly isBlended: boolean };

type Entry = SharedMaterial & {
  key: string;
  wear: MaterialUse;
  shown: Material;
  users: Map<string | null, number>;
};

/** Dependencies of surfaces. `onChange` is called when a map has loaded. */
type SurfaceDependencies = { loadMap: LoadMap; onChange: () => void; disposeQueue: DisposeQueue };

const WEARS: readonly MaterialUse[] = [
  { flipY: true, hasSurface: true },
  { flipY: false, hasSurface: true },
  { flipY: false, hasSurface: false },
];

/** Shared geometries and materials of nodes: each exists as long as a node holds it. */
export class Surfaces {
  readonly #dependencies: SurfaceDependencies;
  readonly #shapes: ReferenceCounted<BufferGeometry>;
  readonly #materials = new Map<string, Entry>();
  #made = 0;

  constructor(dependencies: SurfaceDependencies) {
    this.#dependencies = dependencies;
    this.#shapes = new ReferenceCounted(dependencies.disposeQueue, (geometry) => geometry.dispose());
  }

  /**
   * Creates a hold for one rendered node, which must release it.
   * @param isNew - the node is not shown yet, so it can wait for the maps of its materials
   */
  hold(isNew = false): SurfaceHold {
    return new SurfaceHold({
      shapes: this.#shapes,
      acquire: (of, wear) => this.#acquire(of, wear, isNew),
      release: (entry, user) => this.#release(entry, user),
    });
  }

  /**
   * Applies an edit to the material itself if only its users share it, so that no shader compiles and no node is
   * drawn again.
   */
  restyle(id: string, before: Material, after: Material): void {
    for (const wear of WEARS) {
      const entry = this.#materials.get(look(before, wear).key);
      const next = look(after, wear);
      const isOwn = entry?.users.size === 1 && entry.users.has(id);
      if (isOwn && !this.#materials.has(next.key) && isRestyled(entry.shown, next.material)) {
        entry.live.take(next.material);
        this.#materials.delete(entry.key);
        this.#materials.set(next.key, entry);
        entry.key = next.key;
        entry.shown = next.material;
      }
    }
  }

  /** Reloads an image wherever a rendered material lacks it. */
  reload(iri: string): void {
    for (const { shown, live } of this.#materials.values()) {
      if (Object.values(shown.maps).includes(iri)) {
        live.loadMaps();
      }
    }
  }

  #acquire({ id, material: of }: NamedMaterial, wear: MaterialUse, waitsForMaps: boolean): Entry {
    const { key, material, isBlended } = look(of, wear);
    const entry = this.#materials.get(key) ?? this.#make({ key, material, isBlended, wear, waitsForMaps });
    entry.users.set(id, (entry.users.get(id) ?? 0) + 1);
    return entry;
  }

  #make({
    key,
    material,
    isBlended,
    wear,
    waitsForMaps,
  }: Look & { wear: MaterialUse; waitsForMaps: boolean }): Entry {
    const { loadMap, onChange } = this.#dependencies;
    this.#made += 1;
    const live = new LiveMaterial(material, { loadMap, onChange, waitsForMaps, ...wear });
    const entry = { id: `m${this.#made}`, key, live, isBlended, wear, shown: material, users: new Map() };
    this.#materials.set(key, entry);
    return entry;
  }

  #release(entry: Entry, user: string | null): void {
    const left = (entry.users.get(user) ?? 1) - 1;
    if (left > 0) {
      entry.users.set(user, left);
      return;
    }
    entry.users.delete(user);
    if (entry.users.size > 0) {
      return;
    }
    this.#dependencies.disposeQueue.add(() => {
      if (entry.users.size === 0 && this.#materials.get(entry.key) === entry) {
        this.#materials.delete(entry.key);
        entry.live.dispose();
      }
    });
  }
}

type HoldDependencies = {
  shapes: ReferenceCounted<BufferGeometry>;
  acquire: (of: NamedMaterial, wear: MaterialUse) => Entry;
  release: (entry: Entry, user: string | null) => void;
};

/** Shared geometries and materials of one node. */
export class SurfaceHold {
  readonly #dependencies: HoldDependencies;
  readonly #shapes: string[] = [];
  readonly #materials: { entry: Entry; user: string | null }[] = [];

  constructor(dependencies: HoldDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a shape by its key. */
  shape(key: string, build: () => BufferGeometry): BufferGeometry {
    this.#shapes.push(key);
    return this.#dependencies.shapes.acquire(key, build);
  }

  /** Returns a material, shared with all of the same look and use. */
  material(of: NamedMaterial, wear: MaterialUse): SharedMaterial {
    const entry = this.#dependencies.acquire(of, wear);
    this.#materials.push({ entry, user: of.id });
    return entry;
  }

  /** Whether all held copies of a document's material already have these values. */
  shows(id: string, material: Material): boolean {
    return this.#materials.every(
      ({ entry, user }) => user !== id || entry.key === look(material, entry.wear).key,
    );
  }

  release(): void {
    for (const key of this.#shapes.splice(0)) {
      this.#dependencies.shapes.release(key);
    }
    for (const { entry, user } of this.#materials.splice(0)) {
      this.#dependencies.release(entry, user);
    }
  }
}

type Look = { key: string; material: Material; isBlended: boolean };

/** Materials of a document are immutable, so cached looks stay valid. */
const looks = new WeakMap<Material, Map<string, Look>>();

/** Appearance of a material in a use, with a key that is equal for equal looks. */
function look(of: Material, { flipY, hasSurface }: MaterialUse): Look {
  const known = looks.get(of) ?? new Map<string, Look>();
  looks.set(of, known);
  const wear = `${hasSurface ? 'class' : 'own'}|${flipY}`;
  const found = known.get(wear) ?? (hasSurface ? classLook(of, wear) : ownLook(of, wear));
  known.set(wear, found);
  return found;
}

function classLook(of: Material, wear: string): Look {
  const { key, material, isBlended } = shaderClassOf(of);
  return { key: `${wear}|${key}`, material, isBlended };
}

function ownLook(of: Material, wear: string): Look {
  const { name: _name, ...values } = of;
  return { key: `${wear}|${JSON.stringify(values)}`, material: of, isBlended: of.alphaMode === 'blend' };
}
