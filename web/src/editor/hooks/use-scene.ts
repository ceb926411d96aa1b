import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { useRef, useSyncExternalStore } from 'react';
import { useEditor } from './use-editor.tsx';

/**
 * What is read out of the scene; drawn anew only when that is another value. Objects that are parts of the document are the
 * same until they change; `read` must not make new ones.
 */
export function useScene<Value>(read: (scene: SceneDocument) => Value): Value {
  const { scene } = useEditor();
  return useSyncExternalStore(scene.subscribe, () => read(scene.get()));
}

/** Some nodes as they are now, in their order, those that are gone left out; drawn anew only when one of them changes. */
export function useNodes(ids: readonly string[]): readonly SceneNode[] {
  return useNodesOf(() => ids);
}

/** Has what reads one node be drawn anew when that, or anything that it is in, changes: where it stands, and whether it is shown. */
export function useLineage(id: string | undefined): void {
  const { scene } = useEditor();
  // Asked for at each change: what it was in may come back, of which the node itself knows nothing.
  useNodesOf(() => (id === undefined ? [] : [id, ...scene.ancestorsOf(id)]));
}

function useNodesOf(idsNow: () => readonly string[]): readonly SceneNode[] {
  const { scene } = useEditor();
  const latest = useRef<readonly SceneNode[]>([]);
  return useSyncExternalStore(scene.subscribe, () => {
    const nodes = idsNow().flatMap((id) => scene.node(id) ?? []);
    const isSame =
      nodes.length === latest.current.length && nodes.every((node, i) => node === latest.current[i]);
    latest.current = isSame ? latest.current : nodes;
    return latest.current;
  });
}
