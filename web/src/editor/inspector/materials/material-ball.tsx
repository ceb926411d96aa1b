import type { Material } from '@diorama/shared/scene/document.ts';
import { useEffect, useRef } from 'react';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import classes from './materials.module.css';

/** A ball made of a material, as the viewport draws it; until it is drawn, its colour. `size` is in CSS pixels. */
export function MaterialBall({ material, size }: { material: Material; size: number }) {
  const painter = useStore(useEditor().painter);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current && painter ? painter.follow(canvas.current, material) : undefined),
    [painter, material],
  );
  const pixels = size * 2;
  return (
    <canvas
      ref={canvas}
      width={pixels}
      height={pixels}
      className={classes.ball}
      style={{ width: size, height: size }}
    />
  );
}
