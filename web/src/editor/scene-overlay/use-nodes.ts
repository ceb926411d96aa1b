import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { Editor } from '../editor.ts';
import type { SceneManager } from '../managers/scene.ts';
import type { Readable } from '../store.ts';

/** A node as it is now; drawn anew only when that very node changes. */
export function useNode({ scene }: Editor, id: string): SceneNode | undefined {
  return useSyncExternalStore(scene.subscribe, () => scene.node(id));
}

/** The ids of all nodes of some kinds; drawn anew only when one comes or goes. `isMeant` must not change. */
export function useIdsOf({ scene }: Editor, isMeant: (kind: NodeKind) => boolean): readonly string[] {
  const ids = useMemo(() => idsOf(scene, isMeant), [scene, isMeant]);
  return useSyncExternalStore(ids.subscribe, ids.get);
}

function idsOf(scene: SceneManager, isMeant: (kind: NodeKind) => boolean): Readable<readonly string[]> {
  const kinds = nodeKindNames.filter(isMeant);
  const read = () => scene.nodesOf(...kinds).map(([id]) => id);
  let ids = read();
  return {
    get: () => ids,
    subscribe: (listener) => {
      ids = read();
      return scene.onNodes(isMeant, () => {
        const now = read();
        if (now.length !== ids.length || now.some((id, i) => id !== ids[i])) {
          ids = now;
          listener();
        }
      });
    },
  };
}
