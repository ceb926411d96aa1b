import { MAX_SWITCHED } from '@diorama/shared/scene/nodes/annotation/schema.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { isVisibleItself } from '@diorama/shared/scene/resolve.ts';
import type { DrawnScene, SceneReader, SceneWriter, Selecting } from '../../../parts.ts';

/** Selected nodes beside the one selected annotation whose visibility can be switched at it. */
export function switchable(
  { scene, selection, visibility }: DrawnScene & SceneReader & Selecting,
  isVisible: boolean,
): readonly string[] {
  const at = visibility.stop === null ? undefined : scene.node(visibility.stop);
  if (at?.kind !== 'annotation' || scene.isLocked(visibility.stop ?? '')) {
    return [];
  }
  const overrides = { hidden: new Set(at.props.hides), shown: new Set(at.props.shows) };
  return selection.ids.value.filter((id) => {
    const node = scene.node(id);
    return (
      node !== undefined && node.kind !== 'annotation' && isVisibleItself(overrides, id, node) !== isVisible
    );
  });
}

/** Hides or shows the selected nodes at the selected annotation, as one step. */
export function toggleVisibilityAtStop(
  editor: DrawnScene & SceneWriter & Selecting,
  isVisible: boolean,
): void {
  const { scene, visibility } = editor;
  const ids = switchable(editor, isVisible);
  const { stop } = visibility;
  const node = stop === null ? undefined : scene.node(stop);
  if (stop === null || node?.kind !== 'annotation' || ids.length === 0 || editor.isReadOnly.value) {
    return;
  }
  const visible = ids.filter((id) => scene.node(id)?.visible === true);
  const hidden = ids.filter((id) => scene.node(id)?.visible === false);
  const switched = new Set(ids);
  // Ids of deleted nodes would use up the limit.
  const without = (from: readonly string[]) => from.filter((id) => !switched.has(id) && scene.node(id));
  const { hides, shows } = node.props;
  editor.edit(() =>
    updateNode<'annotation'>(editor.ydoc, stop, {
      props: {
        hides: [...without(hides), ...(isVisible ? [] : visible)].slice(0, MAX_SWITCHED),
        shows: [...without(shows), ...(isVisible ? hidden : [])].slice(0, MAX_SWITCHED),
      },
    }),
  );
  // Selecting the annotation shows the result in the scene and in its list.
  editor.selection.set([stop]);
}
