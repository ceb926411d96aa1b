import type { Document } from '@gltf-transform/core';

/** What is not seen in a name, and turns what stands beside it round. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Longer ones say nothing more to people. */
const MOST_LETTERS = 180;

/** A name as people are shown it. */
export function plainName(name: string): string {
  return name.replace(UNSEEN, ' ').trim().slice(0, MOST_LETTERS);
}

/** Gives clips, parts and shapes names that people can be shown. */
export function plainNames(document: Document): void {
  const root = document.getRoot();
  for (const named of [...root.listAnimations(), ...root.listNodes(), ...root.listMeshes()]) {
    named.setName(plainName(named.getName()));
  }
}
