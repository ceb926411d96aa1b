import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import type { ReadonlySignal } from '@preact/signals-core';
import { useMemo } from 'react';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { SceneManager } from '../managers/scene.ts';
import type { SceneReader } from '../parts.ts';
import { computedList } from '../signals.ts';

/** Current node by id; rerenders only when this node changes. */
export function useNode({ scene }: SceneReader, id: string): SceneNode | undefined {
  return useSignalValue(() => scene.node(id));
}

/** Ids of all nodes of some kinds; rerenders only when one is added or removed. `matches` must be stable. */
export function useIdsOf({ scene }: SceneReader, matches: (kind: NodeKind) => boolean): readonly string[] {
  return useSignalValue(useMemo(() => idsOf(scene, matches), [scene, matches]));
}

/** Ids of all nodes of some kinds; the same array until one is added or removed. */
export function idsOf(
  scene: SceneManager,
  matches: (kind: NodeKind) => boolean,
): ReadonlySignal<readonly string[]> {
  const kinds = nodeKindNames.filter(matches);
  return computedList(() => scene.idsOf(...kinds));
}
