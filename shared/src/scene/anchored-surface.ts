import type { NodeOf } from './document.ts';

/** The surface to which an annotation is attached when it moves; null while the position needs a check. */
export function anchoredSurface({ surface, toCheck }: NodeOf<'annotation'>['props']) {
  return toCheck ? null : surface;
}
