import { type ReadonlySignal, signal } from '@preact/signals-core';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { DropperTool } from './dropper-tool.ts';
import { PickedColorCard, useDropperTool } from './picked-color.tsx';
import classes from './swatch.module.css';

const NOTHING: ReadonlySignal<null> = signal(null);

/** Material under the pointer, or the picked one, displayed beside the pointer. */
export function Swatch() {
  const { camera } = useEditor();
  const tool = useDropperTool();
  const shown = useSignalValue<
    DropperTool['shown'] extends ReadonlySignal<infer Value> ? Value | null : never
  >(tool?.shown ?? NOTHING);
  if (!shown) {
    return null;
  }
  const { width, height } = camera.size;
  const { x, y } = shown;
  return (
    <div
      className={classes.swatch}
      // On the side of the pointer with room.
      data-before={x > width / 2 || undefined}
      data-above={y > height / 2 || undefined}
      style={{ left: x, top: y }}
    >
      <PickedColorCard seen={shown} />
    </div>
  );
}
