import type { Document } from '@gltf-transform/core';

/** Invisible characters, and those that reverse the direction of text. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Length limit of displayed names. */
const MOST_LETTERS = 180;

/** A name for display. */
export function plainName(name: string): string {
  return name.replace(UNSEEN, ' ').trim().slice(0, MOST_LETTERS);
}

/** Gives clips, primitives and shapes displayable names. */
export function plainNames(document: Document): void {
  const root = document.getRoot();
  for (const named of [...root.listAnimations(), ...root.listNodes(), ...root.listMeshes()]) {
    named.setName(plainName(named.getName()));
  }
}
