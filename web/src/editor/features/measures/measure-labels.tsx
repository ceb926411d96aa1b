import { useCallback } from 'react';
import type { MeasureOverlay } from '../../../scene/measure/measure-overlay.ts';
import { measureText } from '../../../scene/measure/measure-text.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { MeasureLayer } from './measure-layer.tsx';
import type { MeasureTool } from './measure-tool.ts';
import { editableMeasures } from './model/editable-measures.ts';

/** Measures of the tool, movable points of stored ones, and the snapped point under the pointer. */
export function MeasureLabels({ tool }: { tool: MeasureTool }) {
  const editor = useEditor();
  const { language } = useEditorTranslations();
  const fill = useCallback(
    (overlay: MeasureOverlay) => {
      const manner = { unit: editor.scene.document.value.unit, language };
      const [draft, snapped] = [tool.draft.value, tool.snapped.value];
      const own = tool.measures.value.filter(({ isShown }) => isShown);
      const live = {
        number: 0,
        name: '',
        mode: tool.mode.value,
        points: snapped ? [...draft, snapped] : draft,
      };
      const shown = [...own, ...(draft.length > 0 ? [live] : [])].map(({ number, name, mode, points }) => {
        const value = measureText(mode, points, manner);
        return {
          id: number,
          mode,
          points: points.map(({ point }) => point),
          text: name === '' || value === '' ? value : `${name}: ${value}`,
          isLive: number === 0,
        };
      });
      // Lines and labels of stored measures belong to another layer.
      const movable = editableMeasures(editor).map(({ id, points }) => ({
        id,
        mode: 'distance' as const,
        points: points.map(({ point }) => point),
        text: '',
        hasLine: false,
      }));
      overlay.setMeasures([...shown, ...movable]);
      overlay.setSnap(snapped, tool.aim.value);
    },
    [editor, tool, language],
  );
  return <MeasureLayer isPassed fill={fill} />;
}
