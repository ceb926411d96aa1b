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

/** The ids of all nodes of some kinds; tells when one comes or goes, and then only looks at all of them. */
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
