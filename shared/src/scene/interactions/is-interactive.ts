import type { SceneDocument } from '../document.ts';

/** Whether a scene reacts to its visitors or moves by itself. In a separate file, as every page needs it. */
export function isInteractive({ interactions, motions }: SceneDocument): boolean {
  return Object.keys(interactions).length > 0 || Object.keys(motions).length > 0;
}
