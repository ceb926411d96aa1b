import { RotateCw, TriangleAlert } from 'lucide-react';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Something could not be loaded: what happened, and a way to try again. */
export function ErrorState({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}) {
  const t = useT();
  const errorText = useErrorText();
  return (
    <div role="alert">
      <EmptyState
        picture={<TriangleAlert size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={title ?? t('problem.load.title')}
        text={errorText(error)}
        action={
          onRetry && (
            <Button icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
