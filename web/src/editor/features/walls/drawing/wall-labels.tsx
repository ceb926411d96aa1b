import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { quantityOf, showQuantity } from '../../../../scene/measure/quantity.ts';
import { useEditor } from '../../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../../hooks/use-format-length.ts';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { SceneLabel } from '../../../tools/scene-label.tsx';
import { type WallAngle, wallAngles } from '../model/kernels/wall-angles.ts';
import { worldPoint } from '../model/plan-level.ts';
import { wallsToMeet } from '../model/wall-plan.ts';
import { CurveLabel } from '../moving/curve-label.tsx';
import { type GhostLine, ghostLines } from './ghost-lines.ts';
import { isBlank, LENGTH_SIDES, typedOf } from './typed-lengths.ts';
import type { WallDraft, WallTool } from './wall-tool.ts';

/** Height of the level's label above the level, in metres. */
const ABOVE = 0.3;
const DEGREES = quantityOf('radians', 'm');

/** Length of the running wall, and its angles to existing walls. */
export function WallLabels({ tool }: { tool: WallTool }) {
  const editor = useEditor();
  const { t, language } = useEditorTranslations();
  const draft = useSignalValue(tool.draft);
  const settings = useSignalValue(tool.settings);
  const length = useFormatLength();
  // Angles depend on the existing walls.
  useSignalValue(editor.scene.document);
  const lines = ghostLines(draft, tool.shape);
  const { level, lengths, isRefused } = draft;
  const note = isBlank(lengths) ? t('wall.refused') : t('wall.refused.length');
  const isMistyped = LENGTH_SIDES.some((side) => tool.isMistypedOf(side));
  const planOf = ({ from, to, curve }: GhostLine) => wallLine({ ...settings, start: from, end: to, curve });
  const [first] = lines;
  const angles = lines.length === 1 && first ? wallAngles(wallsToMeet(editor, level), first) : [];
  return (
    <>
      <LevelLabel draft={draft} />
      <CurveLabel tool={tool} />
      {LENGTH_SIDES.map((side, i) => {
        const ghost = lines[i];
        const line = ghost && planOf(ghost);
        const typed = typedOf(lengths, side);
        const isWrong = isMistyped ? tool.isMistypedOf(side) : isRefused;
        const isTyped = !isBlank(lengths) && lengths.side === side;
        return (
          line && (
            <SceneLabel
              key={side}
              at={worldPoint(editor, level, pointOn(line, line.length / 2, 0), settings.height)}
              tone={isWrong ? 'danger' : typed !== null || isTyped ? 'active' : 'plain'}
            >
              <span role={isTyped || (isBlank(lengths) && i === 0) ? 'status' : undefined}>
                {typed ?? (isTyped ? '' : length(line.length))}
                {isTyped && '▏'}
                {isWrong && ` · ${note}`}
              </span>
            </SceneLabel>
          )
        );
      })}
      {angles.map((angle) => (
        <SceneLabel key={`${angle.at}`} at={worldPoint(editor, level, labelPoint(angle))}>
          {showQuantity(Math.abs(angle.sweep), DEGREES, { language, decimals: 1 })}°
        </SceneLabel>
      ))}
    </>
  );
}

/** Object below the next wall, if it is not the ground. */
function LevelLabel({ draft: { from, level, cursor } }: { draft: WallDraft }) {
  const editor = useEditor();
  const length = useFormatLength();
  const { parent, height } = level;
  if (from || !cursor || (parent === null && height === 0)) {
    return null;
  }
  const name = parent === null ? undefined : editor.scene.node(parent)?.name;
  return (
    <SceneLabel at={worldPoint(editor, level, cursor.point, ABOVE)}>
      <span role="status">{[...(name ? [name] : []), `↥ ${length(height)}`].join(' · ')}</span>
    </SceneLabel>
  );
}

/** Position just outside the middle of an arc. */
function labelPoint({ at, from, sweep, radius }: WallAngle): PlanPoint {
  const heading = from + sweep / 2;
  const far = radius * 1.35;
  return [at[0] + Math.cos(heading) * far, at[1] + Math.sin(heading) * far];
}
