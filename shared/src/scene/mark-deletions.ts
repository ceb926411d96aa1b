import type * as Y from 'yjs';
import { sceneRoots } from './ydoc.ts';

/** A key that no scene has. */
const KEY = 'tick';

/**
 * Writes a value and removes it. State vectors do not count removals, so the position of this write in a state
 * vector represents the removals before it.
 */
export function markDeletions(ydoc: Y.Doc): void {
  const { nodes } = sceneRoots(ydoc);
  nodes.set(KEY, true);
  nodes.delete(KEY);
}
