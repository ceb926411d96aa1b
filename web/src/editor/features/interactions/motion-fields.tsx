import type { Motion } from '@diorama/shared/scene/document.ts';
import { MOTION_KINDS } from '@diorama/shared/scene/interactions/schema.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { RowField, RowSelect } from '../values/row-field.tsx';
import { motionOf, setMotion } from './model/interactions.ts';

const AXES = ['x', 'y', 'z'] as const;

/** The motion of a node by itself. */
export function MotionFields({ node }: { node: string }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.motions);
  const motion = motionOf(editor, node);
  const write = (patch: Partial<Motion>) => motion && updateRow(editor.ydoc, 'motions', motion.id, patch);
  return (
    <>
      <RowSelect
        label={t('motion')}
        value={motion?.kind ?? null}
        options={MOTION_KINDS.map((value) => ({ value, label: t(`motion.${value}`) }))}
        none={t('field.none')}
        onWrite={(kind) => setMotion(editor, node, kind)}
      />
      {motion?.kind === 'spin' && (
        <RowSelect
          label={t('motion.axis')}
          value={motion.axis}
          options={AXES.map((value) => ({ value, label: value.toUpperCase() }))}
          onWrite={(axis) => axis && write({ axis })}
        />
      )}
      {motion && motion.kind !== 'look' && (
        <RowField
          label={t('motion.seconds')}
          spec={{ kind: 'number', unit: 'seconds', min: 0.5, max: 600, step: 0.5 }}
          value={motion.seconds}
          onWrite={(seconds) => write({ seconds: Number(seconds) })}
        />
      )}
      {motion?.kind === 'float' && (
        <RowField
          label={t('motion.distance')}
          spec={{ kind: 'number', unit: 'metres', min: 0, max: 100, step: 0.01 }}
          value={motion.distance}
          onWrite={(distance) => write({ distance: Number(distance) })}
        />
      )}
    </>
  );
}
