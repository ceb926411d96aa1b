import { RotateCw } from 'lucide-react';
import { Button } from '../../components/button/button.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';

/** Retries a failed import; hidden in read-only scenes. */
export function RetryButton({ nodeId }: { nodeId: string }) {
  const { editor, imports } = useEditorSession();
  const { t } = useWords();
  const tellError = useTellError();
  const isReadOnly = useStore(editor.isReadOnly);
  const { isBusy, submit } = useSubmit(() => imports.retry(nodeId), tellError);
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
