import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { heldSurface } from '@diorama/shared/scene/held-surface.ts';
import { Vector3 } from 'three';
import { followerOf } from '../../scene/follow-surface.ts';
import type { Editor } from '../editor.ts';
import { shownWorld } from '../queries/gizmo-frame.ts';
import type { MarkerSource } from '../viewport/keep-markers.ts';

/** The annotations of a scene as markers, in the order of the tour. */
export function annotationMarkers(editor: Editor): MarkerSource {
  const { scene, selection, drag } = editor;
  const isAnnotation = (id: string | null) => id !== null && scene.node(id)?.kind === 'annotation';
  return {
    read: () => {
      const stops = tourOf(scene.get());
      const markers = stops
        .filter(({ id }) => [id, ...scene.ancestorsOf(id)].every((one) => scene.node(one)?.visible))
        .map(({ id, number, node }) => ({
          id,
          number,
          title: node.name,
          color: node.props.color,
          icon: node.props.icon,
          position: new Vector3().setFromMatrixPosition(shownWorld(editor, id)),
          // One that is on the move is where it is moved to.
          follow: drag.state.get()?.starts.has(id)
            ? undefined
            : followerOf(heldSurface(node.props), editor.spots),
        }));
      return { markers, carriers: new Set(stops.flatMap(({ id }) => [id, ...scene.ancestorsOf(id)])) };
    },
    isMarked: isAnnotation,
    // What has loaded may move by itself, and what is seen hides what is behind it.
    watched: [editor.undrawn, editor.sight],
    active: { get: () => (isAnnotation(selection.primary) ? selection.primary : null), watched: selection },
  };
}
