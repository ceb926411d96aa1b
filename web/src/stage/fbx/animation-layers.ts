import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { type FbxGraph, idValue, linksOf, objectsOf, removeLinks } from './fbx-graph.ts';
import type { FbxNode } from './fbx-node.ts';

/**
 * Merges the layers of each animation into the first one, in place, because three.js' loader reads no other. Curves of
 * a property that a lower layer already animates are dropped.
 * @returns the dropped features, for the import's report.
 */
export function joinAnimationLayers(graph: FbxGraph): ImportMessage[] {
  const links = linksOf(graph);
  const stacks = objectsOf(graph, 'AnimationStack');
  const layers = objectsOf(graph, 'AnimationLayer');
  const curveNodes = objectsOf(graph, 'AnimationCurveNode');
  const targets = new Map(
    links
      .filter(({ from, relation }) => curveNodes.has(from) && relation !== '')
      .map(({ from, to, relation }) => [from, `${to} ${relation}`]),
  );
  const curves = objectsOf(graph, 'AnimationCurve');
  const animated = new Set(
    links.filter(({ from, to }) => curves.has(from) && curveNodes.has(to)).map(({ to }) => to),
  );
  const gone = new Set<FbxNode>();
  let lost = 0;
  for (const id of stacks.keys()) {
    const [first, ...others] = links.filter(({ from, to }) => to === id && layers.has(from));
    const held = (layer: number) => links.filter(({ from, to }) => to === layer && animated.has(from));
    const moved = new Set(first && held(first.from).map(({ from }) => targets.get(from)));
    for (const layer of first ? others : []) {
      gone.add(layer.node);
      for (const { from, node } of held(layer.from)) {
        const target = targets.get(from);
        if (moved.has(target)) {
          gone.add(node);
          lost += 1;
        } else {
          moved.add(target);
          node.values[2] = idValue(first?.from ?? 0);
        }
      }
    }
  }
  removeLinks(graph, gone);
  return lost > 0 ? [importMessage('fbx.animation-layers', { count: lost })] : [];
}
