import type { Document } from '@gltf-transform/core';

/** Invisible characters, also those that change the text direction. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Longest name in letters. */
const MAX_LETTERS = 180;

/** A name for display. */
export function readableName(name: string): string {
  return name.replace(UNSEEN, ' ').trim().slice(0, MAX_LETTERS);
}

/** Replaces the names of animations, nodes and meshes by displayable ones. */
export function readableNames(document: Document): void {
  const root = document.getRoot();
  for (const named of [...root.listAnimations(), ...root.listNodes(), ...root.listMeshes()]) {
    named.setName(readableName(named.getName()));
  }
}
