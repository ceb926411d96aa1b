import { RotateCw, TriangleAlert } from 'lucide-react';
import { useLocation } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useExternalPages } from '../../hooks/use-external-pages.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { supportAddress } from '../support-address.ts';
import { EmptyState } from './empty-state.tsx';

/** Message for content that could not be loaded: the cause, a retry, and for server errors a way to contact support. */
export function ErrorState({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string | undefined;
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
          <>
            {onRetry && (
              <Button icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
                {t('common.retry')}
              </Button>
            )}
            {error instanceof ApiError && error.status >= 500 && <SupportHint error={error} />}
          </>
        }
      />
    </div>
  );
}

/** Link to support with the page and the request id, by which the operators find the request in their log. */
function SupportHint({ error }: { error: ApiError }) {
  const t = useT();
  const outside = useExternalPages();
  const { pathname } = useLocation();
  const { requestId } = error.extra;
  const context = { page: pathname, ...(typeof requestId === 'string' && { requestId }) };
  return (
    <a href={supportAddress(outside('support'), context)} target="_blank" rel="noreferrer">
      {t('outside.support')}
    </a>
  );
}
