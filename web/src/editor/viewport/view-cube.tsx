import { type PointerEvent, useEffect, useRef } from 'react';
import { Matrix4, Vector3 } from 'three';
import { lookFrom, VIEW_SIDES } from '../commands/focus.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useWords } from '../hooks/use-words.ts';
import type { CameraPose } from '../managers/camera.ts';
import classes from './view-cube.module.css';

/** A drag by a pixel turns the view by so many radians; less than so many pixels is a press. */
const RADIANS_PER_PIXEL = 0.012;
const SLOP = 3;
const UP = new Vector3(0, 1, 0);

/** A cube that stands as the scene is seen: a press on a side looks from there, a drag turns the view. */
export function ViewCube() {
  const editor = useEditor();
  const { t } = useWords();
  const cube = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; isDragged: boolean } | null>(null);
  useEffect(() => {
    // Moved by its own style: a view that moves draws nothing of React anew.
    const follow = () => {
      if (cube.current) {
        cube.current.style.transform = cubeTransform(editor.camera.get());
      }
    };
    follow();
    return editor.camera.subscribe(follow);
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
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

/** How the cube stands on a page, whose Y goes down, for a view. */
function cubeTransform({ position, target }: CameraPose): string {
  const turn = new Matrix4().lookAt(position, target, UP).transpose();
  const flip = new Matrix4().makeScale(1, -1, 1);
  const shown = flip.clone().multiply(turn).multiply(flip);
  return `matrix3d(${shown.elements.map((value) => Number(value.toFixed(5))).join(',')})`;
}
