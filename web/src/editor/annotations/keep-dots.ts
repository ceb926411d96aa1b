import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { Ray, Vector3 } from 'three';
import { type Marker, MarkerLayer, type MarkerLayerOptions } from '../../scene/marker-layer.ts';
import type { Editor } from '../editor.ts';
import type { SceneProbe } from '../probe.ts';
import { shownWorld } from '../queries/gizmo-frame.ts';

/** A surface this much nearer to the eye than an annotation hides it, as a share of the way. */
const BEFORE = 0.99;

/** Keeps the dots of an editor's annotations where the camera sees them; returns the undoing. */
export function keepDots(
  editor: Editor,
  options: Pick<MarkerLayerOptions, 'host' | 'onChoose' | 'label'>,
): () => void {
  const { scene, camera, selection, drag } = editor;
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
  /** The annotations and all they hang on: nothing else moves a dot. */
  let carriers = new Set<string>();
  const read = () => {
    const stops = tourOf(scene.get());
    carriers = new Set(stops.flatMap(({ id }) => [id, ...scene.ancestorsOf(id)]));
    layer.setMarkers(markersOf(editor, stops));
  };
  const isCarrier = (id: string) => carriers.has(id);
  const handleDrag = () => {
    const starts = drag.state.get()?.starts;
    if (!starts || [...starts.keys()].some(isCarrier)) {
      read();
    }
  };
  const follow = () => {
    const { primary } = selection;
    layer.setActive(primary !== null && scene.node(primary)?.kind === 'annotation' ? primary : null);
  };
  const stops = [
    scene.onChange((document, change) => {
      const touches = [...change.nodes].some(
        (id) => isCarrier(id) || document.nodes[id]?.kind === 'annotation',
      );
      if (touches) {
        read();
      } else {
        layer.recheck();
        schedule();
      }
    }),
    drag.state.subscribe(handleDrag),
    selection.subscribe(follow),
    camera.subscribe(schedule),
    camera.frame.subscribe(schedule),
  ];
  read();
  follow();
  return () => {
    cancelAnimationFrame(request);
    for (const stop of stops) {
      stop();
    }
    layer.dispose();
  };
}

function markersOf(editor: Editor, stops: ReturnType<typeof tourOf>): Marker[] {
  return stops
    .filter(({ id }) => [id, ...editor.scene.ancestorsOf(id)].every((one) => editor.scene.node(one)?.visible))
    .map(({ id, number, node }) => ({
      id,
      number,
      title: node.name,
      color: node.props.color,
      position: new Vector3().setFromMatrixPosition(shownWorld(editor, id)),
    }));
}

/** Whether a surface stands between the eye and a point. */
function isHidden(probe: SceneProbe | null, eye: Vector3, point: Vector3): boolean {
  const way = point.clone().sub(eye);
  const distance = way.length();
  const [hit] = probe?.hits(new Ray(eye.clone(), way.normalize())) ?? [];
  return hit !== undefined && hit.distance < distance * BEFORE;
}
