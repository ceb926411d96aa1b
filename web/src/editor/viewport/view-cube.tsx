import { type PointerEvent, useEffect, useRef } from 'react';
import { Matrix4, Vector3 } from 'three';
import { lookFrom, VIEW_SIDES } from '../commands/focus.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import type { CameraPose } from '../managers/camera.ts';
import classes from './view-cube.module.css';

/** Rotation per pixel of a drag in radians, and the largest movement of a click in pixels. */
const RADIANS_PER_PIXEL = 0.012;
const SLOP = 3;
const UP = new Vector3(0, 1, 0);

/** View cube: a click on a side shows that side, a drag orbits the view. */
export function ViewCube() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const cube = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; isDragged: boolean } | null>(null);
  useEffect(() => {
    // Updated by style, so that a camera move rerenders no React component.
    return editor.camera.pose.subscribe((pose) => {
      if (cube.current) {
        cube.current.style.transform = cubeTransform(pose);
      }
    });
  }, [editor]);
  const handleMove = (event: PointerEvent) => {
    const from = start.current;
    if (!from || event.buttons === 0) {
      return;
    }
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (from.isDragged || Math.hypot(x, y) > SLOP) {
      start.current = { x: event.clientX, y: event.clientY, isDragged: true };
      editor.camera.turn(x * RADIANS_PER_PIXEL, y * RADIANS_PER_PIXEL);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has other styles
    <div
      className={classes.stage}
      role="group"
      aria-label={t('cube.label')}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, y: event.clientY, isDragged: false };
      }}
      onPointerMove={handleMove}
      onPointerLeave={() => {
        start.current = null;
      }}
    >
      <div ref={cube} className={classes.cube}>
        {VIEW_SIDES.map(({ id, direction }) => (
          <button
            key={id}
            type="button"
            className={classes.side}
            data-side={id}
            onClick={() => !start.current?.isDragged && lookFrom(editor, direction)}
          >
            {t(`cube.${id}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** CSS transform of the cube for a view; Y points down on a page. */
function cubeTransform({ position, target }: CameraPose): string {
  const turn = new Matrix4().lookAt(position, target, UP).transpose();
  const flip = new Matrix4().makeScale(1, -1, 1);
  const shown = flip.clone().multiply(turn).multiply(flip);
  return `matrix3d(${shown.elements.map((value) => Number(value.toFixed(5))).join(',')})`;
}
