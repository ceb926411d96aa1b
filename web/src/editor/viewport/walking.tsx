import { useEffect } from 'react';
import { Box3, Vector3 } from 'three';
import { useToast } from '../../components/toast/toast.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { useLatest } from '../../hooks/use-debounced.ts';
import { roomStart } from '../../scene/walk/room-start.ts';
import { castIn, type WalkedScene, walkThrough } from '../../scene/walk/walk-through.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useFormatLength } from '../hooks/use-format-length.ts';
import { isImplausibleScale } from '../kernels/implausible-scale.ts';
import type { DrawnScene, SceneReader, ViewedScene } from '../parts.ts';

/** Vertical field of view while walking, in degrees. */
const FOV = 65;

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
    const scene = walkedScene(editor);
    const walker = walkThrough(scene, host, {
      // Beside the canvas and not in it, so that input here does not reach the tools.
      host: host.parentElement ?? host,
      from: roomStart({ cast: castIn(scene), region: regionOf(editor), from: before }) ?? before,
      show: (view) => camera.set({ ...view, fov: FOV }),
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
    const across = Math.max(...boundsOfAll(editor).getSize(new Vector3()).toArray());
    if (isImplausibleScale(across)) {
      toast({ kind: 'info', text: t('walk.scale', { size: length.current(across) }) });
    }
  }, [editor, t, toast, length]);
}

function boundsOfAll({ queries, scene }: DrawnScene & SceneReader): Box3 {
  return queries?.boundsOf(Object.keys(scene.document.value.nodes)) ?? new Box3();
}

/** Bounds in which rooms are searched: those of the walls, or else of all nodes. */
function regionOf(editor: DrawnScene & SceneReader): Box3 {
  const walls = editor.scene.nodesOf('wall').map(([id]) => id);
  return walls.length > 0 && editor.queries ? editor.queries.boundsOf(walls) : boundsOfAll(editor);
}

function walkedScene(editor: ViewedScene): WalkedScene {
  const { queries, scene, camera } = editor;
  return {
    pick: (ray) => queries?.hits(ray)[0],
    rayAt: (at) => camera.rayAt(at),
    bounds: boundsOfAll(editor),
    nodeOf: (id) => scene.node(id),
    showAs: (id, props) => queries?.showAs(id, props),
  };
}
