import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { useCallback } from 'react';
import type { MeasureOverlay } from '../../../scene/measure/measure-overlay.ts';
import { MAX_MEASURES } from '../../../scene/measure/measured-line.ts';
import { storedMeasure } from '../../../scene/measure/stored-measure.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { shownWorld } from '../../queries/gizmo-frame.ts';
import { useIdsOf } from '../../scene-overlay/use-nodes.ts';
import { MeasureLayer } from './measure-layer.tsx';

/** Lines and labels of the scene's measures; a click on a label selects one. */
export function MeasureNotes() {
  const editor = useEditor();
  const { language } = useEditorTranslations();
  const ids = useIdsOf(editor, isMeasured);
  useSignalValue(editor.tools.activeId);
  const { isWalking } = useSignalValue(editor.ui.state);
  const fill = useCallback(
    (overlay: MeasureOverlay) => {
      const { scene, selection, visibility } = editor;
      const manner = { unit: scene.document.value.unit, language };
      const shown = ids.slice(0, MAX_MEASURES).flatMap((id) => {
        const node = scene.node(id);
        const measure =
          node && visibility.isVisible(id)
            ? storedMeasure({ id, node, world: shownWorld(editor, id) }, manner)
            : null;
        return measure
          ? [
              {
                ...measure,
                hasDots: false,
                isSelected: selection.has(id),
                onSelect: () => selection.set([id]),
              },
            ]
          : [];
      });
      overlay.setMeasures(shown);
    },
    [editor, ids, language],
  );
  // Drawing and measuring tools act on the objects below the labels.
  const isPassed = isWalking || editor.tools.def.group !== 'handles';
  return ids.length > 0 && <MeasureLayer isPassed={isPassed} fill={fill} />;
}
