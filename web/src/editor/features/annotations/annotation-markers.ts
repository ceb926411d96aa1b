import { anchoredSurface } from '@diorama/shared/scene/anchored-surface.ts';
import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { Vector3 } from 'three';
import { followerOf } from '../../../scene/follow-surface.ts';
import type { Dragging, DrawnScene, SceneReader, Selecting } from '../../parts.ts';
import { shownWorld } from '../../queries/gizmo-frame.ts';
import type { MarkerSource } from '../../viewport/sync-markers.ts';

/** Annotations of a scene as markers, in tour order. */
export function annotationMarkers(editor: Dragging & DrawnScene & SceneReader & Selecting): MarkerSource {
  const { scene, selection, drag, visibility } = editor;
  const isAnnotation = (id: string | null) => id !== null && scene.node(id)?.kind === 'annotation';
  return {
    read: () => {
      const stops = tourOf(scene.document.value);
      const markers = stops
        .filter(({ id }) => visibility.isShownInDocument(id))
        .map(({ id, number, node }) => ({
          id,
          number,
          title: node.name,
          color: node.props.color,
          icon: node.props.icon,
          position: new Vector3().setFromMatrixPosition(shownWorld(editor, id)),
          // A dragged annotation is drawn at its drag position.
          follow: drag.state.value?.starts.has(id)
            ? undefined
            : followerOf(anchoredSurface(node.props), editor.spots),
        }));
      return { markers, carriers: new Set(stops.flatMap(({ id }) => [id, ...scene.ancestorsOf(id)])) };
    },
    isMarked: isAnnotation,
    // Loaded models may be animated, and visible nodes can hide the ones behind them.
    watched: [editor.undrawn, editor.visibility.overrides],
    active: () => (isAnnotation(selection.primary) ? selection.primary : null),
  };
}
