import { isMeasured, measuredBy } from '@diorama/shared/scene/nodes/kinds.ts';
import { measureText } from '../../../scene/measure/measure-text.ts';
import { labelPlace, MAX_MEASURES, pointsInScene } from '../../../scene/measure/measured-line.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { labelSize, staggerLabels } from '../../kernels/stagger-labels.ts';
import type { Dragging, ViewedScene } from '../../parts.ts';
import { shownWorld } from '../../queries/gizmo-frame.ts';
import { useIdsOf } from '../../scene-overlay/use-nodes.ts';
import '../../../scene/measure/measure-label.css';
import classes from './measure-notes.module.css';

/** Labels of the scene's measures; a click selects one. */
export function MeasureNotes() {
  const editor = useEditor();
  const ids = useIdsOf(editor, isMeasured);
  return ids.length > 0 && <Notes ids={ids} />;
}

function Notes({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { language } = useEditorTranslations();
  const { unit } = useSignalValue(editor.scene.document);
  const selected = useSignalValue(editor.selection.ids);
  // Positions follow the camera and animated measures.
  useSignalValue(editor.camera.pose);
  useSignalValue(editor.camera.frame);
  useSignalValue(editor.drag.state);
  useSignalValue(editor.visibility.overrides);
  useSignalValue(editor.tools.activeId);
  // Drawing and measuring tools act on the objects below the labels.
  const isPassed = editor.tools.def.group !== 'handles';
  const notes = ids.slice(0, MAX_MEASURES).flatMap((id) => noteOf(editor, id, { unit, language }) ?? []);
  return (
    <div className={classes.layer} data-passed={isPassed || undefined}>
      {staggerLabels(notes).map(({ id, text, x, y }) => (
        <button
          key={id}
          type="button"
          className={`measure-label ${classes.note}`}
          data-selected={selected.includes(id) || undefined}
          style={{ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` }}
          onClick={() => editor.selection.set([id])}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Label and position of a measure, in CSS pixels; null if it is hidden or has no text. */
function noteOf(editor: Dragging & ViewedScene, id: string, manner: Parameters<typeof measureText>[2]) {
  const { scene, camera } = editor;
  const node = scene.node(id);
  const line = node && measuredBy(node);
  if (!line || !editor.visibility.isVisible(id)) {
    return null;
  }
  const points = pointsInScene(line, shownWorld(editor, id));
  const value = measureText(line.mode, points, manner);
  const place = labelPlace(
    line.mode,
    points.map(({ point }) => point),
  );
  const { x, y, depth } = camera.project(place);
  const text = line.showsName ? `${node.name}: ${value}` : value;
  return value === '' || Math.abs(depth) > 1 ? null : { id, text, x, y, ...labelSize(text) };
}
