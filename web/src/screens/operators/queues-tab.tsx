import type { Theme } from '@diorama/shared/domain/theme.ts';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { ButtonAnchor } from '../../components/button/button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { useTheme } from '../../hooks/use-theme.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './queues.module.css';

/** Path of the queue dashboard, which the gateway serves to operators. */
const BOARD = '/operators/queues';
/** Key of the dashboard's settings in local storage. */
const BOARD_SETTINGS = 'board-settings';
/** Renewal interval of the dashboard's token; the session renews its own every thirteen minutes. */
const RENEW_MS = 4 * 60_000;

/** Queue dashboard in a frame: retry, promote and clean. `?queue=` and `?job=` select its start page. */
export function QueuesTab() {
  const { t } = useTranslations('operators');
  const { client } = useApi();
  const { theme } = useTheme();
  const [query] = useSearchParams();
  const [isLoaded, setIsLoaded] = useState(false);
  const { data, error, mutate } = useSWR(
    'operators-session',
    async () => {
      setBoardTheme(localStorage, theme);
      await client.call('openOperators', {});
      return true;
    },
    { refreshInterval: RENEW_MS, revalidateOnMount: true, revalidateOnFocus: true },
  );
  const address = boardAddress(query.get('queue'), query.get('job'));
  if (data === undefined && error !== undefined) {
    return <ErrorState error={error} title={t('board.error')} onRetry={() => mutate()} />;
  }
  return (
    <div className={primitives.stack3}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={primitives.muted}>{t('board.text')}</p>
        <ButtonAnchor
          href={address}
          target="_blank"
          rel="noreferrer"
          icon={<ExternalLink size={16} aria-hidden="true" />}
        >
          {t('board.tab')}
        </ButtonAnchor>
      </div>
      <div className={classes.place}>
        {!isLoaded && <Skeleton height="100%" style={{ position: 'absolute', inset: 0 }} />}
        {data && (
          <iframe
            className="relative block border-0 size-full"
            title={t('board.title')}
            src={address}
            onLoad={() => setIsLoaded(true)}
          />
        )}
      </div>
    </div>
  );
}

/** Sets the dashboard to the theme of the page around it, unless the operator has chosen one. */
function setBoardTheme(storage: Storage, theme: Theme): void {
  if (storage.getItem(BOARD_SETTINGS) === null) {
    storage.setItem(BOARD_SETTINGS, JSON.stringify({ state: { theme }, version: 2 }));
  }
}

function boardAddress(queue: string | null, job: string | null): string {
  return [BOARD, ...(queue === null ? [] : ['queue', queue, ...(job === null ? [] : [job])])]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');
}
