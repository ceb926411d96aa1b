import { type LengthUnit, quantityOf, showQuantity } from '../../../scene/measure/quantity.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { type DragReadout, readDrag } from '../../kernels/drag-readout.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import classes from './marquee.module.css';

const AXES = ['X', 'Y', 'Z'] as const;

/** How far things have been dragged, beside them. */
export function DragNote() {
  const editor = useEditor();
  const drag = useStore(editor.drag.state);
  const { unit } = useStore(editor.scene);
  const now = drag && gizmoFrame(editor, 'translate')?.origin;
  if (!drag || !now) {
    return null;
  }
  const before = now.clone().applyMatrix4(drag.delta.clone().invert());
  const readout = readDrag(drag.delta, before);
  const { x, y, depth } = editor.camera.project(now);
  if (!readout || depth > 1) {
    return null;
  }
  return (
    <output className={classes.note} style={{ transform: `translate(${x + 24}px, ${y + 24}px)` }}>
      {textOf(readout, unit)}
    </output>
  );
}

function textOf(readout: DragReadout, unit: LengthUnit): string {
  switch (readout.kind) {
    case 'moved': {
      const length = quantityOf('metres', unit);
      const parts = readout.by.flatMap((value, i) =>
        Math.abs(value) < 1e-4 ? [] : [`${AXES[i]} ${showQuantity(value, length, 2)}`],
      );
      return `${parts.join('  ')} ${length.suffix}`;
    }
    case 'turned':
      return `${showQuantity(readout.angle, quantityOf('radians', unit), 1)}°`;
    case 'scaled':
      return `× ${[...new Set(readout.by.map((value) => value.toFixed(2)))].join('  ')}`;
  }
}
