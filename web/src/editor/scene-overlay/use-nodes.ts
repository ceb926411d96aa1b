import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { Editor } from '../editor.ts';
import type { SceneManager } from '../managers/scene.ts';
import type { Readable } from '../store.ts';

/** Current node by id; rerenders only when this node changes. */
export function useNode({ scene }: Editor, id: string): SceneNode | undefined {
  return useSyncExternalStore(scene.subscribe, () => scene.node(id));
}

/** Ids of all nodes of some kinds; rerenders only when one is added or removed. `isMeant` must be stable. */
export function useIdsOf({ scene }: Editor, isMeant: (kind: NodeKind) => boolean): readonly string[] {
  const ids = useMemo(() => idsOf(scene, isMeant), [scene, isMeant]);
  return useSyncExternalStore(ids.subscribe, ids.get);
}

/** Ids of all nodes of some kinds; recomputed and reported only when one is added or removed. */
export function idsOf(
  scene: SceneManager,
  isMeant: (kind: NodeKind) => boolean,
): Readable<readonly string[]> {
  const kinds = nodeKindNames.filter(isMeant);
  const read = () => scene.nodesOf(...kinds).map(([id]) => id);
  let ids = read();
  let known = new Set(ids);
  return {
    get: () => ids,
    subscribe: (listener) => {
      const readAll = () => {
        ids = read();
        known = new Set(ids);
      };
      readAll();
      return scene.onNodes(isMeant, (touched) => {
        const isMember = (id: string) => {
          const node = scene.node(id);
          return node !== undefined && isMeant(node.kind);
        };
        if (touched.some((id) => isMember(id) !== known.has(id))) {
          readAll();
          listener();
        }
      });
    },
  };
}
