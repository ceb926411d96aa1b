import { useEffect } from 'react';
import { Box3, Ray, Vector3 } from 'three';
import { useToast } from '../../components/toast/toast.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { useLatest } from '../../hooks/use-debounced.ts';
import { Doors } from '../../scene/walk/doors.ts';
import { roomStart } from '../../scene/walk/room-start.ts';
import type { Cast } from '../../scene/walk/walk-body.ts';
import { Walker } from '../../scene/walk/walker.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useFormatLength } from '../hooks/use-format-length.ts';
import { onPlane } from '../kernels/geometry.ts';
import { isImplausibleScale } from '../kernels/implausible-scale.ts';
import type { DrawnScene, SceneReader, Viewpoint } from '../parts.ts';

/** Vertical field of view while walking, in degrees. */
const FOV = 65;
/** Smallest upward component of a walkable surface's normal. */
const LEVEL = 0.6;
const UP = new Vector3(0, 1, 0);

/** Walk mode while it is mounted; afterwards the previous view is restored. */
export function Walking({ host }: { host: HTMLElement }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  useScaleNote();
  useEffect(() => {
    const { camera, ui } = editor;
    camera.take();
    const before = camera.pose.value;
    const { projection } = camera;
    camera.setProjection('perspective');
    const floor = floorOf(editor);
    const cast = castOf(editor);
    const walker = new Walker({
      // Beside the canvas and not in it, so that input here does not reach the tools.
      host: host.parentElement ?? host,
      from: roomStart({ cast, region: regionOf(editor), from: before }) ?? before,
      show: (view) => camera.set({ ...view, fov: FOV }),
      cast,
      doors: doorsOf(editor),
      rayAt: (x, y) => rayAt(editor, host, { x, y }),
      placeAt: (x, y) => placeAt(editor, host, { x, y }, floor),
      floor,
      words: { leave: t('walk.leave'), keys: t('walk.keys'), touch: t('walk.touch') },
      onLeave: () => ui.change({ isWalking: false }),
    });
    return () => {
      walker.dispose();
      camera.setProjection(projection);
      camera.set(before);
      host.focus({ preventScroll: true });
    };
  }, [editor, host, t]);
  // The usual title, the scene's name, is hidden with the editor.
  return <h1 className={hidden.hidden}>{t('action.walk')}</h1>;
}

/** Notes that a scene is implausibly small or large for a person, so its scale may be wrong. */
function useScaleNote(): void {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const length = useLatest(useFormatLength());
  useEffect(() => {
    const across = Math.max(...sizeOf(editor).toArray());
    if (isImplausibleScale(across)) {
      toast({ kind: 'info', text: t('walk.scale', { size: length.current(across) }) });
    }
  }, [editor, t, toast, length]);
}

function sizeOf({ queries, scene }: DrawnScene & SceneReader): Vector3 {
  const bounds = queries?.boundsOf(Object.keys(scene.document.value.nodes)) ?? new Box3();
  return bounds.getSize(new Vector3());
}

/** Bounds in which rooms are searched: those of the walls, or else of all nodes. */
function regionOf({ queries, scene }: DrawnScene & SceneReader): Box3 {
  const walls = scene.nodesOf('wall').map(([id]) => id);
  return queries?.boundsOf(walls.length > 0 ? walls : Object.keys(scene.document.value.nodes)) ?? new Box3();
}

/** Collision test against all visible surfaces. */
function castOf(editor: DrawnScene): Cast {
  return (from, way, far) => {
    const [hit] = editor.queries?.hits(new Ray(from, way)) ?? [];
    return hit && hit.distance <= far ? { distance: hit.distance, normal: hit.normal } : null;
  };
}

/** Doors that the user can open. */
function doorsOf(editor: DrawnScene & SceneReader): Doors {
  return new Doors({
    hit: (ray) => editor.queries?.hits(ray)[0] ?? null,
    nodeOf: (id) => editor.scene.node(id),
    showAs: (id, props) => editor.queries?.showAs(id, props),
  });
}

function rayAt({ camera }: Viewpoint, host: HTMLElement, at: { x: number; y: number }): Ray {
  const { left, top } = host.getBoundingClientRect();
  return camera.rayAt({ x: at.x - left, y: at.y - top });
}

function placeAt(
  editor: DrawnScene & Viewpoint,
  host: HTMLElement,
  at: { x: number; y: number },
  floor: number,
): Vector3 | null {
  const ray = rayAt(editor, host, at);
  const [hit] = editor.queries?.hits(ray) ?? [];
  if (hit) {
    return Math.abs(hit.normal.y) >= LEVEL ? hit.point : null;
  }
  return onPlane(ray, new Vector3(0, floor, 0), UP);
}

/** Ground height: 0, or below all lower objects. */
function floorOf({ queries, scene }: DrawnScene & SceneReader): number {
  const bounds = queries?.boundsOf(Object.keys(scene.document.value.nodes));
  return !bounds || bounds.isEmpty() ? 0 : Math.min(bounds.min.y, 0);
}
