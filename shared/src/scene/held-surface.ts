import type { NodeOf } from './document.ts';

/** What an annotation goes along with where that moves by itself; null while somebody has to check its place. */
export function heldSurface({ surface, toCheck }: NodeOf<'annotation'>['props']) {
  return toCheck ? null : surface;
}
