import type { SceneDocument } from '../document.ts';

/** Whether a scene reacts to its visitors or moves by itself. In a separate file, as every page needs it. */
export function isInteractive({ interactions, motions, timelines }: SceneDocument): boolean {
  return [interactions, motions, timelines].some((rows) => Object.keys(rows).length > 0);
}
