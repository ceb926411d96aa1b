import type { Material } from '@diorama/shared/scene/document.ts';
import type { BufferGeometry } from 'three';
import { isRestyled, LiveMaterial, type LoadMap } from './class-material.ts';
import { Counted } from './counted.ts';
import type { Leftovers } from './leftovers.ts';
import { shaderClassOf } from './shader-class.ts';

/** How a material is worn: by instances that bring their own {@link Surface}, or by a copy of a model as it is. */
export type Wear = { flipY: boolean; hasSurface: boolean };

/** A material of the document: `id` is null for the default one. */
export type NamedMaterial = { id: string | null; material: Material };

/** A three material that nodes share. `id` names it for as long as it lives, whatever values it shows. */
export type SharedMaterial = {
  readonly id: string;
  readonly live: LiveMaterial;
  readonly isBlended: boolean;
};

type Entry = SharedMaterial & { key: string; wear: Wear; shown: Material; users: Map<string | null, number> };

/** What surfaces are made with. `onChange` is called when a map has loaded. */
export type SurfaceMeans = { loadMap: LoadMap; onChange: () => void; leftovers: Leftovers };

const WEARS: readonly Wear[] = [
  { flipY: true, hasSurface: true },
  { flipY: false, hasSurface: true },
  { flipY: false, hasSurface: false },
];

/** The geometries and materials that nodes share: each is there for as long as a node holds it. */
export class Surfaces {
  readonly #means: SurfaceMeans;
  readonly #shapes: Counted<BufferGeometry>;
  readonly #materials = new Map<string, Entry>();
  #made = 0;

  constructor(means: SurfaceMeans) {
    this.#means = means;
    this.#shapes = new Counted(means.leftovers, (geometry) => geometry.dispose());
  }

  /** What one drawn node uses; it must release it. */
  hold(): SurfaceHold {
    return new SurfaceHold({
      shapes: this.#shapes,
      acquire: (of, wear) => this.#acquire(of, wear),
      release: (entry, user) => this.#release(entry, user),
    });
  }

  /**
   * Lets what shows a material take over its edit where nobody else shares it, so that no shader is compiled and no
   * node is drawn anew.
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

  /** Asks again for an image wherever a material that is drawn misses it. */
  reload(iri: string): void {
    for (const { shown, live } of this.#materials.values()) {
      if (Object.values(shown.maps).includes(iri)) {
        live.loadMaps();
      }
    }
  }

  #acquire({ id, material: of }: NamedMaterial, wear: Wear): Entry {
    const { key, material, isBlended } = look(of, wear);
    const entry = this.#materials.get(key) ?? this.#make({ key, material, isBlended, wear });
    entry.users.set(id, (entry.users.get(id) ?? 0) + 1);
    return entry;
  }

  #make({ key, material, isBlended, wear }: Look & { wear: Wear }): Entry {
    const { loadMap, onChange } = this.#means;
    this.#made += 1;
    const live = new LiveMaterial(material, { loadMap, onChange, ...wear });
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
    this.#means.leftovers.add(() => {
      if (entry.users.size === 0 && this.#materials.get(entry.key) === entry) {
        this.#materials.delete(entry.key);
        entry.live.dispose();
      }
    });
  }
}

type HoldMeans = {
  shapes: Counted<BufferGeometry>;
  acquire: (of: NamedMaterial, wear: Wear) => Entry;
  release: (entry: Entry, user: string | null) => void;
};

/** The shared geometries and materials of one node. */
export class SurfaceHold {
  readonly #means: HoldMeans;
  readonly #shapes: string[] = [];
  readonly #materials: { entry: Entry; user: string | null }[] = [];

  constructor(means: HoldMeans) {
    this.#means = means;
  }

  /** A shape by its key. */
  shape(key: string, build: () => BufferGeometry): BufferGeometry {
    this.#shapes.push(key);
    return this.#means.shapes.acquire(key, build);
  }

  /** A material, shared with all that look the same when worn like this. */
  material(of: NamedMaterial, wear: Wear): SharedMaterial {
    const entry = this.#means.acquire(of, wear);
    this.#materials.push({ entry, user: of.id });
    return entry;
  }

  /** Whether all that is held of one of the document's materials shows these values already. */
  shows(id: string, material: Material): boolean {
    return this.#materials.every(
      ({ entry, user }) => user !== id || entry.key === look(material, entry.wear).key,
    );
  }

  /** Lets go of everything. */
  release(): void {
    for (const key of this.#shapes.splice(0)) {
      this.#means.shapes.release(key);
    }
    for (const { entry, user } of this.#materials.splice(0)) {
      this.#means.release(entry, user);
    }
  }
}

type Look = { key: string; material: Material; isBlended: boolean };

/** Materials of a document are never changed, only replaced, so what is worked out of one holds for good. */
const looks = new WeakMap<Material, Map<string, Look>>();

/** What a material looks like when worn, and a key that is equal for equal looks. */
function look(of: Material, { flipY, hasSurface }: Wear): Look {
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
