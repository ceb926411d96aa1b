import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { quantityOf, showQuantity } from '../../../scene/measure/quantity.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useLengths } from '../../hooks/use-lengths.ts';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import { type WallAngle, wallAngles } from '../../kernels/walls/wall-angles.ts';
import { worldPoint } from '../../queries/plan-level.ts';
import { wallsOn } from '../../queries/wall-plan.ts';
import { SceneLabel } from '../scene-label.tsx';
import { type GhostLine, ghostLines } from './ghost-lines.ts';
import { useWallTool } from './use-wall-tool.ts';
import type { WallTool } from './wall-tool.ts';

const DEGREES = quantityOf('radians', 'm');

/** How long the wall is that is being drawn, and its angles to those that are there. */
export function WallLabels() {
  const tool = useWallTool();
  return tool && <Labels tool={tool} />;
}

function Labels({ tool }: { tool: WallTool }) {
  const editor = useEditor();
  const { t, language } = useWords();
  const draft = useStore(tool.draft);
  const { height } = useStore(tool.settings);
  const length = useLengths();
  const lines = ghostLines(draft, tool.shape);
  const { level, typed, isRefused } = draft;
  const note = typed === null ? t('wall.refused') : t('wall.refused.length');
  const middle = ({ from, to }: GhostLine) =>
    worldPoint(editor, level, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], height);
  const [first] = lines;
  const angles = lines.length === 1 && first ? wallAngles(wallsOn(editor, level).walls, first) : [];
  return (
    <>
      {lines.slice(0, 2).map((line) => (
        <SceneLabel
          key={line.side}
          at={middle(line)}
          tone={isRefused ? 'danger' : typed === null ? 'plain' : 'active'}
        >
          <span role={line.side === 'first' ? 'status' : undefined}>
            {typed === null ? length(distance(line.from, line.to)) : `${typed}▏`}
            {isRefused && ` · ${note}`}
          </span>
        </SceneLabel>
      ))}
      {angles.map((angle) => (
        <SceneLabel key={`${angle.at}`} at={worldPoint(editor, level, besideArc(angle))}>
          {showQuantity(Math.abs(angle.sweep), DEGREES, { language, decimals: 1 })}°
        </SceneLabel>
      ))}
    </>
  );
}

/** Just outside of an arc's middle. */
function besideArc({ at, from, sweep, radius }: WallAngle): PlanPoint {
  const heading = from + sweep / 2;
  const far = radius * 1.35;
  return [at[0] + Math.cos(heading) * far, at[1] + Math.sin(heading) * far];
}
