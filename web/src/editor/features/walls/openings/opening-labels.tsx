import { useEditor } from '../../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../../hooks/use-format-length.ts';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { SceneLabel } from '../../../tools/scene-label.tsx';
import { worldPoint } from '../model/plan-level.ts';
import { ghostPlace } from './ghost-place.ts';
import type { OpeningTool } from './opening-tool.ts';

/** Smallest gap with room for its label, in metres. */
const NARROW = 0.15;

/** Distances of an opening to its neighbours and its sill height, while it is being moved. */
export function OpeningLabels({ tool }: { tool: OpeningTool }) {
  const ghost = useSignalValue(tool.ghost);
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const lengthOf = useFormatLength();
  // The wall of the opening may change.
  useSignalValue(editor.scene.document);
  const place = ghost && ghostPlace(editor, ghost);
  if (!ghost || !place) {
    return null;
  }
  const { level, placed } = ghost;
  const [x, bottom, z] = place.at;
  const length = (value: number) => lengthOf(value, 2);
  const middle = bottom + place.size[1] / 2;
  const { aligned, collides, hasEqualGaps, span } = placed;
  return (
    <>
      {place.gaps
        .filter((gap) => gap.length > NARROW)
        .map(({ side, middle: at, length: gap }) => (
          <SceneLabel
            key={side}
            at={worldPoint(editor, level, at, middle)}
            tone={hasEqualGaps ? 'active' : 'plain'}
          >
            {hasEqualGaps && '= '}
            {length(gap)}
          </SceneLabel>
        ))}
      {span.bottom > 0 && (
        <SceneLabel at={worldPoint(editor, level, [x, z], bottom / 2)}>{length(bottom)}</SceneLabel>
      )}
      <SceneLabel at={worldPoint(editor, level, [x, z], span.top)} tone={collides ? 'danger' : 'plain'}>
        <span role="status">
          {collides
            ? t('opening.collides')
            : aligned
              ? t(`opening.aligned.${aligned.by}`)
              : `${length(span.to - span.from)} × ${length(span.top - span.bottom)}`}
        </span>
      </SceneLabel>
    </>
  );
}
