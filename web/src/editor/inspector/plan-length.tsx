import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import { wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { useRef } from 'react';
import { writeWalls } from '../commands/walls.ts';
import { commitMoved } from '../commands/walls-drag.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useIsFixed } from '../hooks/use-is-fixed.ts';
import { useLiveEdit } from '../hooks/use-live-edit.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useWords } from '../hooks/use-words.ts';
import { lengthenWall } from '../kernels/walls/move-walls.ts';
import type { Walls } from '../kernels/walls/walls.ts';
import type { PlanLevel } from '../queries/plan-level.ts';
import { levelOf, wallsOn } from '../queries/wall-plan.ts';
import { NumberField } from './number-field.tsx';
import { Row } from './row.tsx';

/** Where a change began: the walls as they were, those that go with the end of this one, and whether they cannot. */
type Begun = { level: PlanLevel; there: Walls; moved: readonly string[]; isRefused: boolean };

/** {@link PlanLength} as a line of the inspector. */
export function PlanLengthRow({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useWords();
  const isWall = useScene(() => lengthOf(editor, id) !== null);
  return (
    isWall && (
      <Row label={t('field.length')}>
        <PlanLength id={id} glyph="↔" />
      </Row>
    )
  );
}

/** How long a wall of a plan is: its end is moved along it, with the walls that meet it there. Nothing for what is none. */
export function PlanLength({ id, glyph }: { id: string; glyph: string }) {
  const editor = useEditor();
  const { t } = useWords();
  const live = useLiveEdit(editor);
  const begun = useRef<Begun>(null);
  const isFixed = useIsFixed([id]);
  const now = useScene(() => lengthOf(editor, id));
  if (now === null) {
    return null;
  }

  const change = (length: number) => {
    const level = levelOf(editor, id);
    if (!begun.current && level) {
      begun.current = { level, there: wallsOn(editor, level), moved: [], isRefused: false };
    }
    const from = begun.current;
    if (!from) {
      return;
    }
    const plan = lengthenWall(from.there, id, length);
    from.moved = plan?.update.flatMap(({ id: one, props }) => ('offset' in props ? [] : [one])) ?? [];
    from.isRefused = plan === null && length < lengthIn(from.there, id);
    live.change(() => plan && writeWalls(editor, from.level, plan));
  };
  /** Ends the change, tells if it could not be, and answers the walls that it moved. */
  const end = () => {
    const { moved = [], isRefused = false } = begun.current ?? {};
    begun.current = null;
    if (isRefused) {
      editor.ui.tell('wall.short');
    }
    return moved;
  };
  return (
    <NumberField
      label={t('field.length')}
      glyph={glyph}
      value={now}
      spec={lengthRange}
      isDisabled={isFixed}
      onChange={change}
      onCommit={() => commitMoved(editor, live, end())}
      onStep={() => {
        // Each step goes on from the one before, and all of them come to rest together.
        live.flush();
        editor.nudging.follow(end(), live);
      }}
      onCancel={() => {
        begun.current = null;
        live.cancel();
      }}
    />
  );
}

function lengthIn({ walls }: Walls, id: string): number {
  const wall = walls.get(id);
  return (wall && wallLine(wall)?.length) ?? 0;
}

/** How long a wall is that is in a plan; null for what is none. */
function lengthOf(editor: ReturnType<typeof useEditor>, id: string): number | null {
  const level = levelOf(editor, id);
  const wall = level && wallsOn(editor, level).walls.get(id);
  return (wall && wallLine(wall)?.length) ?? null;
}
