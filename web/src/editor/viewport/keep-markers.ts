import { Ray, type Vector3 } from 'three';
import { type Marker, MarkerLayer, type MarkerLayerOptions } from '../../scene/marker-layer.ts';
import type { Editor } from '../editor.ts';
import type { SceneProbe } from '../probe.ts';
import type { Readable } from '../store.ts';

/** A surface this much nearer to the eye than a marker hides it, as a share of the way. */
const BEFORE = 0.99;

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
    isHidden: (point) => isHidden(editor.probe, camera.eyeOf(point), point),
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

/** Whether a surface stands between the eye and a point. */
function isHidden(probe: SceneProbe | null, eye: Vector3, point: Vector3): boolean {
  const way = point.clone().sub(eye);
  const distance = way.length();
  const [hit] = probe?.hits(new Ray(eye.clone(), way.normalize())) ?? [];
  return hit !== undefined && hit.distance < distance * BEFORE;
}
