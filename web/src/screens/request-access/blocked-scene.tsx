import { CirclePause } from 'lucide-react';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/**
 * Shown in place of a scene that is blocked for a while.
 * @param onRetry - checks whether it is accessible again
 */
export function BlockedScene({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslations('people');
  const path = usePath();
  return (
    <EmptyState
      heading="h1"
      picture={<CirclePause size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('barred.title')}
      text={t('barred.text')}
      action={
        <div className="flex min-w-[15rem] flex-col gap-2 text-start">
          <Button variant="primary" isWide onClick={onRetry}>
            {t('barred.retry')}
          </Button>
          <ButtonLink variant="ghost" isWide to={path('home')}>
            {t('request.home')}
          </ButtonLink>
        </div>
      }
    />
  );
}
