import type { SceneDocument, SceneNode } from '../document.ts';
import { isSameJson } from '../json.ts';
import { isCopier, isDefinition } from '../nodes/kinds.ts';
import { isSamePlacement } from '../nodes/repeat/layout.ts';
import type { Copy } from './copy-generators.ts';

type Nodes = SceneDocument['nodes'];

export function isSameCopy(a: Copy, b: Copy): boolean {
  return (
    (a.values === b.values || isSameJson(a.values, b.values)) && isSamePlacement(a.placement, b.placement)
  );
}

/** Whether a node generates copies, or is only drawn as copies. */
export function needsExpansion(node: SceneNode | undefined): boolean {
  return node !== undefined && (isCopier(node.kind) || isDefinition(node.kind));
}

export function isRelinked(before: SceneNode | undefined, after: SceneNode | undefined): boolean {
  return before?.parent !== after?.parent || before?.kind !== after?.kind;
}

export function differingIds(before: Nodes, after: Nodes): Set<string> {
  const ids = [...Object.keys(before), ...Object.keys(after)];
  return new Set(ids.filter((id) => before[id] !== after[id]));
}
