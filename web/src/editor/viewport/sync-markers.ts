import type { ReadonlySignal } from '@preact/signals-core';
import { type Marker, MarkerLayer, type MarkerLayerOptions } from '../../scene/marker-layer.ts';
import { isOccluded } from '../../scene/occlusion.ts';
import type { Dragging, ViewedScene } from '../parts.ts';
import { watch } from '../signals.ts';

/** Source of a marker layer. */
export type MarkerSource = {
  /**
   * Returns the markers in order, and their carriers: nodes whose move moves a marker, with all ancestors.
   */
  read: () => { markers: readonly Marker[]; carriers: ReadonlySet<string> };
  /** Whether a change of the node can change the set of markers; never, if omitted. */
  isMarked?: (id: string) => boolean;
  /** Other dependencies of the markers. */
  watched: readonly ReadonlySignal<unknown>[];
  /** Reads the active marker from signals. */
  active: () => string | null;
};

/** Positions markers for an editor's camera. @returns function that removes them */
export function syncMarkers(
  editor: Dragging & ViewedScene,
  source: MarkerSource,
  options: Pick<MarkerLayerOptions, 'host' | 'onChoose' | 'label'>,
): () => void {
  const { scene, camera, drag } = editor;
  let request = 0;
  const schedule = () => {
    request ||= requestAnimationFrame(() => {
      request = 0;
      layer.update();
    });
  };
  const layer = new MarkerLayer({
    ...options,
    project: (point) => camera.project(point),
    isHidden: (point) =>
      isOccluded({ eye: camera.eyeOf(point), point }, (ray) => editor.queries?.hits(ray)[0]),
    onUnsettled: schedule,
  });
  let carriers: ReadonlySet<string> = new Set();
  const read = () => {
    const now = source.read();
    carriers = now.carriers;
    layer.setMarkers(now.markers);
  };
  const stops = [
    scene.onChange((_document, change) => {
      if ([...change.nodes].some((id) => carriers.has(id) || source.isMarked?.(id))) {
        read();
      } else {
        layer.recheck();
        schedule();
      }
    }),
    watch(
      () => drag.state.value,
      (dragged) => {
        // At the end of a drag, the moved nodes are unknown.
        if (!dragged || [...dragged.starts.keys()].some((id) => carriers.has(id))) {
          read();
        }
      },
    ),
    watch(() => source.watched.map((watched) => watched.value), read),
    watch(source.active, (id) => layer.setActive(id)),
    watch(() => [camera.pose.value, camera.frame.value], schedule),
  ];
  read();
  layer.setActive(source.active());
  return () => {
    cancelAnimationFrame(request);
    for (const stop of stops) {
      stop();
    }
    layer.dispose();
  };
}
