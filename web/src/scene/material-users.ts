import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';

/** The nodes whose material, or one of their model's, has changed. */
export function usersOfChanged(
  before: SceneDocument | null,
  after: SceneDocument,
  change?: SceneChange,
): string[] {
  if (!before || before.materials === after.materials) {
    return [];
  }
  const changed = change?.materials ?? differing(before.materials, after.materials);
  return changed.size === 0 ? [] : Object.keys(after.nodes).filter((id) => uses(after.nodes[id], changed));
}

function differing(before: object, after: object): Set<string> {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...ids].filter((id) => Reflect.get(before, id) !== Reflect.get(after, id)));
}

function uses(node: SceneDocument['nodes'][string] | undefined, changed: ReadonlySet<string>): boolean {
  if (!node) {
    return false;
  }
  const slots = node.kind === 'model' ? Object.values(node.props.materials) : [];
  return [node.material, ...slots].some((id) => id !== null && changed.has(id));
}
