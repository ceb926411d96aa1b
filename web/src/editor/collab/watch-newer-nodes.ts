import { isOfUnknownKind, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import type * as Y from 'yjs';

/**
 * Reports whether a scene contains nodes of kinds from a newer release, now and on each change.
 * @returns function that stops watching
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
