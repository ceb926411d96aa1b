import { type Marker, MarkerLayer, type MarkerLayerOptions } from '../../scene/marker-layer.ts';
import { isOccluded } from '../../scene/occlusion.ts';
import type { Editor } from '../editor.ts';
import type { Readable } from '../store.ts';

/** Where the markers of a layer come from. */
export type MarkerSource = {
  /** The markers in their order, and the nodes that move one by moving: what it hangs on, with all above it. */
  read: () => { markers: readonly Marker[]; carriers: ReadonlySet<string> };
  /** Whether a change of a node can make another set of markers; left out, none does. */
  isMarked?: (id: string) => boolean;
  /** Whatever else the markers depend on. */
  watched: readonly Readable<unknown>[];
  /** The marker that is pointed out, and what tells of another one. */
  active: { get: () => string | null; watched: Readable<unknown> };
};

/** Keeps markers where the camera of an editor sees them; returns the undoing. */
export function keepMarkers(
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
    isHidden: (point) => isOccluded({ eye: camera.eyeOf(point), point }, (ray) => editor.probe?.hits(ray)[0]),
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
      // The end of a drag says no more what was moved.
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
