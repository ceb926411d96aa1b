import { formatDecimal } from '@diorama/shared/i18n/format.ts';
import { type LengthManner, quantityOf, showQuantity } from '../../../scene/measure/quantity.ts';
import { CurveLabel } from '../../features/walls/moving/curve-label.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../hooks/use-format-length.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { type DragReadout, readDrag } from '../../kernels/drag-readout.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import { SceneLabel } from '../scene-label.tsx';
import classes from './marquee.module.css';
import type { SelectTool } from './select-tool.ts';

const AXES = ['X', 'Y', 'Z'] as const;

/** DOM layer of the select and transform tools. */
export function SelectLayer({ tool }: { tool: SelectTool }) {
  return (
    <>
      <Marquee />
      <DragNote />
      <GapLabels tool={tool} />
      <CurveLabel tool={tool} />
    </>
  );
}

/** Amount of the running drag, displayed beside the nodes. */
function DragNote() {
  const editor = useEditor();
  const drag = useSignalValue(editor.drag.state);
  const unit = useScene((scene) => scene.unit);
  const { language } = useEditorTranslations();
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
      {textOf(readout, { unit, language })}
    </output>
  );
}

function textOf(readout: DragReadout, { unit, language }: LengthManner): string {
  const factor = (value: number) => formatDecimal(language, value, { decimals: 2, isPadded: true });
  switch (readout.kind) {
    case 'moved': {
      const length = quantityOf('metres', unit);
      const parts = readout.by.flatMap((value, i) =>
        Math.abs(value) < 1e-4
          ? []
          : [`${AXES[i]} ${showQuantity(value, length, { language, decimals: 2 })}`],
      );
      return `${parts.join('  ')} ${length.suffix}`.trim();
    }
    case 'turned':
      return `${showQuantity(readout.angle, quantityOf('radians', unit), { language, decimals: 1 })}°`;
    case 'scaled':
      return `× ${[...new Set(readout.by.map(factor))].join('  ')}`;
  }
}

/** Widths of gaps that a drag has made equal. */
function GapLabels({ tool }: { tool: SelectTool }) {
  const { lines } = useSignalValue(tool.marks);
  const length = useFormatLength();
  return lines.map(
    ({ from, to, gap, axis }, i) =>
      gap !== null && (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one axis come in their order along it
        <SceneLabel key={`${axis}${i}`} at={from.clone().add(to).divideScalar(2)} tone="active">
          = {length(gap, 2)}
        </SceneLabel>
      ),
  );
}

/** Selection rectangle; its border style shows whether touched or only contained nodes are selected. */
function Marquee() {
  const rect = useSignalValue(useEditor().marquee);
  if (!rect) {
    return null;
  }
  const { left, top, right, bottom, isWhole } = rect;
  return (
    <div
      aria-hidden="true"
      className={classes.marquee}
      data-whole={isWhole}
      style={{ left, top, width: right - left, height: bottom - top }}
    />
  );
}
