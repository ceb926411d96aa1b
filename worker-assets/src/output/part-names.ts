import { JOINED_PARTS_KEY, MAX_JOINED_PARTS } from '@diorama/shared/domain/joined-parts.ts';
import type { Document, Scene } from '@gltf-transform/core';

/** Names of what a model draws apart, by the names of the materials that they wear. */
type PartNames = Map<string, Set<string>>;

/**
 * Remembers what a model's parts are called, as parts that are drawn as one share a name. What `keep` finds missing it
 * writes beside the scene: people look for parts by their names, and the material is what they then change.
 */
export class PartMemory {
  readonly #document: Document;
  readonly #before: PartNames;

  constructor(document: Document) {
    this.#document = document;
    this.#before = namesOf(document);
  }

  /** Writes down the names that nothing has any more. */
  keep(): void {
    const left = namesOf(this.#document);
    const lost: Record<string, string[]> = {};
    let count = 0;
    for (const [slot, names] of this.#before) {
      const gone = [...names.difference(left.get(slot) ?? new Set())].slice(0, MAX_JOINED_PARTS - count);
      count += gone.length;
      if (gone.length > 0) {
        lost[slot] = gone;
      }
    }
    const scene = sceneOf(this.#document);
    if (scene && count > 0) {
      scene.setExtras({ ...scene.getExtras(), [JOINED_PARTS_KEY]: lost });
    }
  }
}

/** Takes the names out again: nobody looks for parts on a phone. */
export function forgetParts(document: Document): void {
  const scene = sceneOf(document);
  const { [JOINED_PARTS_KEY]: _, ...others } = scene?.getExtras() ?? {};
  scene?.setExtras(others);
}

function sceneOf(document: Document): Scene | undefined {
  return document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
}

function namesOf(document: Document): PartNames {
  const names: PartNames = new Map();
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    const name = node.getName() || mesh?.getName();
    for (const primitive of name ? (mesh?.listPrimitives() ?? []) : []) {
      const slot = primitive.getMaterial()?.getName() ?? '';
      const known = names.get(slot) ?? new Set();
      names.set(slot, known.add(name ?? ''));
    }
  }
  return names;
}
