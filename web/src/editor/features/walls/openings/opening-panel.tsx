import { useEditorTranslations } from '../../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { Choices, LengthSetting, ToolBar } from '../../../tools/tool-bar.tsx';
import type { OpeningTool } from './opening-tool.ts';

const TYPES = ['door', 'window', 'hole'] as const;
/** Editable sizes; a door always starts at the floor. */
const SIZES = {
  door: ['width', 'height'],
  window: ['width', 'height', 'sill'],
  hole: ['width', 'height', 'sill'],
} as const;

/** Settings of the next opening. */
export function OpeningPanel({ tool }: { tool: OpeningTool }) {
  const { t } = useEditorTranslations();
  const { type, sizes } = useSignalValue(tool.settings);
  return (
    <ToolBar label={t('tool.openings')}>
      <Choices
        label={t('opening.type')}
        isNameShown={false}
        value={type}
        options={TYPES.map((value) => ({ value, label: t(`option.${value}`) }))}
        onChange={(value) => tool.choose(value)}
      />
      {SIZES[type].map((key) => (
        <LengthSetting
          key={key}
          label={t(`field.${key}`)}
          value={sizes[type][key]}
          {...(key === 'sill' ? { min: 0 } : {})}
          onChange={(value) => tool.resize({ [key]: value })}
        />
      ))}
    </ToolBar>
  );
}
