import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { useRef } from 'react';
import { useEditor } from './use-editor.tsx';
import { useSignalValue } from './use-signal-value.ts';

/**
 * Selects a value from the scene; rerenders only when the value changes. Parts of the document keep their
 * identity until they change; `read` must not create new objects.
 */
export function useScene<Value>(read: (scene: SceneDocument) => Value): Value {
  const { scene } = useEditor();
  return useSignalValue(() => read(scene.document.value));
}

/** Current nodes by id, in order, without deleted ones; rerenders only when one of them changes. */
export function useNodes(ids: readonly string[]): readonly SceneNode[] {
  return useNodesOf(() => ids);
}

/** Rerenders when a node or one of its ancestors changes, as these affect its transform and visibility. */
export function useLineage(id: string | undefined): void {
  const { scene } = useEditor();
  // Read at each change: a deleted ancestor may be restored without a change of the node.
  useNodesOf(() => (id === undefined ? [] : [id, ...scene.ancestorsOf(id)]));
}

function useNodesOf(idsNow: () => readonly string[]): readonly SceneNode[] {
  const { scene } = useEditor();
  const latest = useRef<readonly SceneNode[]>([]);
  return useSignalValue(() => {
    const nodes = idsNow().flatMap((id) => scene.node(id) ?? []);
    const isSame =
      nodes.length === latest.current.length && nodes.every((node, i) => node === latest.current[i]);
    latest.current = isSame ? latest.current : nodes;
    return latest.current;
  });
}
