import { isOfUnknownKind, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import type * as Y from 'yjs';

/**
 * Tells whether a scene holds things of kinds that only a newer release knows, now and whenever that changes; returns the
 * undoing.
 */
export function watchNewerNodes(ydoc: Y.Doc, onChange: (hasAny: boolean) => void): () => void {
  const { nodes } = sceneRoots(ydoc);
  const newer = new Set<string>();
  const look = (ids: Iterable<string>) => {
    for (const id of ids) {
      if (isOfUnknownKind(nodes.get(id))) {
        newer.add(id);
      } else {
        newer.delete(id);
      }
    }
    onChange(newer.size > 0);
  };
  const handleChange = ({ keysChanged }: Y.YMapEvent<unknown>) => look(keysChanged);
  look(nodes.keys());
  nodes.observe(handleChange);
  return () => nodes.unobserve(handleChange);
}
