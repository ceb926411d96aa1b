import { Button } from '../../../components/button/button.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { ToolBar } from '../tool-bar.tsx';
import type { PenTool } from './pen-tool.ts';

/** Buttons that end a line, for users without a keyboard. */
export function PenPanel({ tool }: { tool: PenTool }) {
  const { t } = useEditorTranslations();
  const { points } = useSignalValue(tool.draft);
  if (points.length < 2) {
    return null;
  }
  return (
    <ToolBar label={t('tool.pen')}>
      <Button size="small" onClick={() => tool.finish(false)}>
        {t('pen.done')}
      </Button>
      <Button size="small" variant="primary" disabled={points.length < 3} onClick={() => tool.finish(true)}>
        {t('pen.close')}
      </Button>
    </ToolBar>
  );
}
