import {
  JOINED_PARTS_KEY,
  MAX_JOINED_PARTS,
  packNames,
  readJoinedParts,
} from '@diorama/shared/domain/joined-parts.ts';
import type { Document, Scene } from '@gltf-transform/core';

/** Names of a model's primitives, by the names of their materials. */
type PartNames = Map<string, Set<string>>;

/**
 * Remembers the names of a model's parts, as joined parts share one name. `keep` stores the lost ones in the
 * extras of the scene.
 * Users search parts by name, and then change the material.
 */
export class PartMemory {
  readonly #document: Document;
  readonly #before: PartNames;

  constructor(document: Document) {
    this.#document = document;
    this.#before = namesOf(document);
  }

  /** Stores the names that no longer exist, in addition to those already listed in the file. */
  keep(): void {
    const scene = sceneOf(this.#document);
    const left = namesOf(this.#document);
    const lost: PartNames = new Map();
    for (const { name, slot } of readJoinedParts(scene?.getExtras() ?? {})) {
      lost.set(slot, (lost.get(slot) ?? new Set()).add(name));
    }
    let room = MAX_JOINED_PARTS;
    for (const [slot, names] of this.#before) {
      const gone = [...names.difference(left.get(slot) ?? new Set())].slice(0, room);
      room -= gone.length;
      if (gone.length > 0) {
        lost.set(slot, new Set([...(lost.get(slot) ?? []), ...gone]));
      }
    }
    if (scene && lost.size > 0) {
      const packed = Object.fromEntries([...lost].map(([slot, names]) => [slot, packNames(names)]));
      scene.setExtras({ ...scene.getExtras(), [JOINED_PARTS_KEY]: packed });
    }
  }
}

/** Removes the names again, as there is no search of parts on a phone. */
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
