import {
  JOINED_PARTS_KEY,
  MAX_JOINED_PARTS,
  packNames,
  readJoinedParts,
} from '@diorama/shared/domain/joined-parts.ts';
import type { Document } from '@gltf-transform/core';
import { shownScene } from './measure.ts';

/** Names of a model's parts by material name. */
type PartNames = Map<string, Set<string>>;

/**
 * Records the part names of a model, because joined parts share a name. `keep` stores the lost names in the
 * scene's extras, where users can search for parts and find the material to change.
 */
export class PartMemory {
  readonly #document: Document;
  readonly #before: PartNames;

  constructor(document: Document) {
    this.#document = document;
    this.#before = namesOf(document);
  }

  /** Stores the lost names, together with those already stored in the file. */
  keep(): void {
    const scene = shownScene(this.#document);
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

/** Removes the stored names, which phones do not use. */
export function forgetParts(document: Document): void {
  const scene = shownScene(document);
  const { [JOINED_PARTS_KEY]: _, ...others } = scene?.getExtras() ?? {};
  scene?.setExtras(others);
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
