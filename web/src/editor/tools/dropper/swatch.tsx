import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { DropperTool } from './dropper-tool.ts';
import { PickedColorCard } from './picked-color.tsx';
import classes from './swatch.module.css';

/** Material under the pointer, or the picked one, displayed beside the pointer. */
export function Swatch({ tool }: { tool: DropperTool }) {
  const { camera } = useEditor();
  const shown = useSignalValue(tool.shown);
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
