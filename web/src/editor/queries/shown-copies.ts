import { generatedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { MAX_COPIES } from '@diorama/shared/scene/nodes/repeat/limits.ts';
import type { SceneReader } from '../parts.ts';

/** Numbers of copies that a repeat shows and that its pattern asks for, besides the source; null for other nodes. */
export function shownCopies({ scene }: SceneReader, id: string): { shown: number; wanted: number } | null {
  const node = scene.node(id);
  const source = scene.children(id).find((child) => {
    const kind = scene.node(child)?.kind;
    return kind !== undefined && roleOf(kind) !== 'marker';
  });
  if (node?.kind !== 'repeat' || source === undefined) {
    return null;
  }
  const { pattern, count, counts } = node.props;
  const isGuided = pattern === 'path' || pattern === 'scatter';
  const all = pattern === 'grid' ? counts.reduce((product, one) => product * one, 1) : count;
  // Copies are numbered from 1 without gaps.
  let [low, high] = [0, MAX_COPIES];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const isShown = scene.node(generatedId(id, String(middle), source)) !== undefined;
    [low, high] = isShown ? [middle, high] : [low, middle - 1];
  }
  return { shown: low, wanted: isGuided ? all : all - 1 };
}
