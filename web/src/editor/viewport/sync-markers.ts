import { type Marker, MarkerLayer, type MarkerLayerOptions } from '../../scene/marker-layer.ts';
import { isOccluded } from '../../scene/occlusion.ts';
import type { Editor } from '../editor.ts';
import type { Readable } from '../store.ts';

/** Source of a marker layer. */
export type MarkerSource = {
  /**
   * Returns the markers in order, and their carriers: nodes whose move moves a marker, with all ancestors.
   */
  read: () => { markers: readonly Marker[]; carriers: ReadonlySet<string> };
  /** Whether a change of the node can change the set of markers; never, if omitted. */
  isMarked?: (id: string) => boolean;
  /** Other dependencies of the markers. */
  watched: readonly Readable<unknown>[];
  /** Active marker, and the store that reports its changes. */
  active: { get: () => string | null; watched: Readable<unknown> };
};

/** Positions markers for an editor's camera. @returns function that removes them */
export function syncMarkers(
  editor: Editor,
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
  const point = () => layer.setActive(source.active.get());
  const stops = [
    scene.onChange((_document, change) => {
      if ([...change.nodes].some((id) => carriers.has(id) || source.isMarked?.(id))) {
        read();
      } else {
        layer.recheck();
        schedule();
      }
    }),
    drag.state.subscribe(() => {
      const starts = drag.state.get()?.starts;
      // At the end of a drag, the moved nodes are unknown.
      if (!starts || [...starts.keys()].some((id) => carriers.has(id))) {
        read();
      }
    }),
    ...source.watched.map((watched) => watched.subscribe(read)),
    source.active.watched.subscribe(point),
    camera.subscribe(schedule),
    camera.frame.subscribe(schedule),
  ];
  read();
  point();
  return () => {
    cancelAnimationFrame(request);
    for (const stop of stops) {
      stop();
    }
    layer.dispose();
  };
}
