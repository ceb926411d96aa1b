import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import { useRef } from 'react';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useIsLocked } from '../../hooks/use-is-locked.ts';
import { useLiveEdit } from '../../hooks/use-live-edit.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { NumberField } from '../../inspector/number-field.tsx';
import { Row } from '../../inspector/row.tsx';
import { WallLengthEdit } from './model/wall-length.ts';
import { lengthOfWall } from './model/wall-plan.ts';

/** {@link PlanLength} as an inspector row. */
export function PlanLengthRow({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isWall = useScene(() => lengthOfWall(editor, id) !== null);
  return (
    isWall && (
      <Row label={t('field.length')}>
        <PlanLength id={id} glyph="↔" />
      </Row>
    )
  );
}

/**
 * Length of a plan wall: moves its end along the wall, with the walls that meet it there. Empty for other
 * nodes.
 */
export function PlanLength({ id, glyph }: { id: string; glyph: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const live = useLiveEdit(editor);
  const change = useRef<WallLengthEdit>(null);
  change.current ??= new WallLengthEdit(editor, live);
  const isFixed = useIsLocked([id]);
  const now = useScene(() => lengthOfWall(editor, id));
  return (
    now !== null && (
      <NumberField
        label={t('field.length')}
        glyph={glyph}
        value={now}
        spec={lengthRange}
        isDisabled={isFixed}
        onChange={(length) => change.current?.change(id, length)}
        onCommit={() => change.current?.commit()}
        onStep={() => change.current?.step()}
        onCancel={() => change.current?.cancel()}
      />
    )
  );
}
