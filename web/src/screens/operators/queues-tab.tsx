import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { ButtonAnchor } from '../../components/button/button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useOperatorWords } from '../../hooks/use-operator-words.ts';
import classes from './queues.module.css';

/** The queues' own pages, which the gateway serves to operators. */
const BOARD = '/operators/queues';
/** Where they keep their settings in the browser. */
const BOARD_SETTINGS = 'board-settings';
/** They are open for as long as the token that was exchanged lasts, which the session renews every thirteen minutes. */
const RENEW_MS = 4 * 60_000;

/** The queues' own pages in a frame: retry, promote and clean. `?queue=` and `?job=` say what they begin with. */
export function QueuesTab() {
  const { t } = useOperatorWords();
  const { client } = useApi();
  const [query] = useSearchParams();
  const [isLoaded, setIsLoaded] = useState(false);
  const { data, error, mutate } = useSWR(
    'operators-session',
    async () => {
      dressBoard(localStorage);
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
    <div className={classes.tab}>
      <div className={classes.head}>
        <p className={classes.note}>{t('board.text')}</p>
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
            className={classes.board}
            title={t('board.title')}
            src={address}
            onLoad={() => setIsLoaded(true)}
          />
        )}
      </div>
    </div>
  );
}

/** The board keeps what somebody chose there; until then it is dark, as the page around it is. */
function dressBoard(storage: Storage): void {
  if (storage.getItem(BOARD_SETTINGS) === null) {
    storage.setItem(BOARD_SETTINGS, JSON.stringify({ state: { theme: 'dark' }, version: 2 }));
  }
}

function boardAddress(queue: string | null, job: string | null): string {
  return [BOARD, ...(queue === null ? [] : ['queue', queue, ...(job === null ? [] : [job])])]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');
}
