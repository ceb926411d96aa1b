import type { OperatorsOverview, QueueState } from '@diorama/shared/contract/operators.ts';
import { formatNumber } from '@diorama/shared/i18n/format.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import { Alert } from '../../components/feedback/alert.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { useOperatorTranslations } from '../../hooks/use-operator-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import classes from './overview.module.css';

const COUNTS = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

/** All queues with their job counts and workers; the name links to the jobs. */
export function QueueList({ queues }: { queues: OperatorsOverview['queues'] }) {
  const { t } = useOperatorTranslations();
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {t('queues.title')}{' '}
        {queues && <span className={classes.aside}>{t(`queues.on.${queues.backend}`)}</span>}
      </h2>
      {queues === null ? (
        <Alert kind="error">{t('queues.away')}</Alert>
      ) : (
        <ul className={classes.rows}>
          {queues.states.map((queue) => (
            <QueueRow key={queue.name} queue={queue} />
          ))}
        </ul>
      )}
    </section>
  );
}

function QueueRow({ queue }: { queue: QueueState }) {
  const { t, language } = useOperatorTranslations();
  const path = usePath();
  return (
    <li className={classes.queue}>
      <span className={classes.queueName}>
        <Link
          className={classes.name}
          to={path(`operators?${new URLSearchParams({ tab: 'queues', queue: queue.name })}`)}
          aria-label={t('queues.open', { queue: queue.name })}
        >
          {queue.name}
        </Link>
        <span className={classes.badges}>
          {queue.workers === 0 ? (
            <Badge kind="error">{t('queues.noWorkers')}</Badge>
          ) : (
            <Badge>{t('queues.workers', { count: queue.workers })}</Badge>
          )}
          {queue.isPaused && <Badge kind="warning">{t('queues.paused')}</Badge>}
        </span>
      </span>
      <dl className={classes.counts}>
        {COUNTS.map((key) => (
          <div key={key} className={classes.count} data-zero={queue[key] === 0 || undefined}>
            <dt title={key === 'completed' ? t('queues.completed.hint') : undefined}>{t(`queues.${key}`)}</dt>
            <dd data-bad={(key === 'failed' && queue.failed > 0) || undefined}>
              {formatNumber(language, queue[key])}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
