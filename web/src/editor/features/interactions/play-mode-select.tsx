import { SWITCH_MODES } from '@diorama/shared/scene/interactions/schema.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { RowSelect } from '../values/row-field.tsx';

type PlayMode = (typeof SWITCH_MODES)[number];

/** Whether an action plays, stops, or does the other of both. */
export function PlayModeSelect({ mode, onWrite }: { mode: PlayMode; onWrite: (mode: PlayMode) => void }) {
  const { t } = useTranslations('interactions');
  return (
    <RowSelect
      label={t('field.mode')}
      value={mode}
      options={SWITCH_MODES.map((value) => ({ value, label: t(`mode.clip.${value}`) }))}
      onWrite={(next) => next && onWrite(next)}
    />
  );
}
