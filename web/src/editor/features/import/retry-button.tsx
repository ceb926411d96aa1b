import { RotateCw } from 'lucide-react';
import { Button } from '../../../components/button/button.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';

/** Retries a failed import; hidden in read-only scenes. */
export function RetryButton({ nodeId }: { nodeId: string }) {
  const { editor, imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { isBusy, submit } = useSubmit(() => imports.retry(nodeId), showError);
  if (isReadOnly) {
    return null;
  }
  return (
    <Button
      size="small"
      icon={<RotateCw size={16} aria-hidden="true" />}
      isLoading={isBusy}
      onClick={() => submit()}
    >
      {t('import.retry')}
    </Button>
  );
}
