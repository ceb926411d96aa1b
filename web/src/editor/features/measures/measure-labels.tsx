import { measureText } from '../../../scene/measure/measure-text.ts';
import { labelPlace } from '../../../scene/measure/measured-line.ts';
import { GLYPH_SIZE, SNAP_GLYPHS } from '../../../scene/measure/snap-glyphs.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { labelSize, staggerLabels } from '../../kernels/stagger-labels.ts';
import { editableMeasures } from './model/editable-measures.ts';
import '../../../scene/measure/measure-label.css';
import primitives from '../../../components/primitives.module.css';
import classes from './distance-meter.module.css';
import { MeasureMagnifier } from './measure-magnifier.tsx';
import { measureToolOf } from './measure-tool.ts';

/** Labels and points of measures, and the snapped point under the pointer. */
export function MeasureLabels() {
  const editor = useEditor();
  const tool = measureToolOf(editor);
  const measures = useSignalValue(tool.measures);
  const draft = useSignalValue(tool.draft);
  const caught = useSignalValue(tool.caught);
  const mode = useSignalValue(tool.mode);
  // Stored measures are read below, at their current place.
  const { unit } = useSignalValue(editor.scene.document);
  const { language } = useEditorTranslations();
  // Users with edit permission see draggable points.
  useSignalValue(editor.isReadOnly);
  // Label positions follow the camera.
  useSignalValue(editor.camera.pose);
  useSignalValue(editor.camera.frame);
  const live = caught ? [...draft, caught] : draft;
  const shown = [
    ...measures.filter(({ isShown }) => isShown).map(({ number, ...rest }) => ({ key: number, ...rest })),
    ...(draft.length > 0 ? [{ key: 0, name: '', mode, points: live }] : []),
  ];
  const labels = shown.flatMap(({ key, name, mode: measured, points }) => {
    const value = measureText(measured, points, { unit, language });
    const { x, y, depth } = editor.camera.project(
      labelPlace(
        measured,
        points.map(({ point }) => point),
      ),
    );
    const text = name === '' ? value : `${name}: ${value}`;
    return value === '' || Math.abs(depth) > 1 ? [] : [{ key, text, x, y, ...labelSize(text) }];
  });
  const dots = [...shown, ...editableMeasures(editor)].flatMap(({ points }) =>
    points.map(({ point }) => editor.camera.project(point)),
  );
  const pointer = caught && { ...editor.camera.project(caught.point), kind: caught.kind };
  return (
    <div className={primitives.clippedLayer}>
      <svg className={classes.points} aria-hidden="true">
        {dots
          .filter(({ depth }) => Math.abs(depth) <= 1)
          .map(({ x, y }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have nothing but their place
            <circle key={i} cx={x} cy={y} r={4} />
          ))}
        {pointer && Math.abs(pointer.depth) <= 1 && (
          <path
            data-snap={pointer.kind}
            d={SNAP_GLYPHS[pointer.kind]}
            transform={`translate(${pointer.x - GLYPH_SIZE / 2} ${pointer.y - GLYPH_SIZE / 2})`}
          />
        )}
      </svg>
      {staggerLabels(labels).map(({ key, text, x, y }) => (
        <span
          key={key}
          className={`measure-label ${classes.label}`}
          data-live={key === 0 || undefined}
          style={{ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` }}
        >
          {text}
        </span>
      ))}
      <MeasureMagnifier />
    </div>
  );
}
