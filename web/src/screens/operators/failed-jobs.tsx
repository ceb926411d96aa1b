import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useOperatorTranslations } from '../../hooks/use-operator-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { countFailed } from './issues.ts';
import classes from './overview.module.css';

/** Latest jobs that failed permanently, with the error; each links to the queue dashboard. */
export function FailedJobs({ queues }: { queues: NonNullable<OperatorsOverview['queues']> }) {
  const { t } = useOperatorTranslations();
  const id = useId();
  const dates = useDates();
  const path = usePath();
  const count = countFailed(queues);
  const { failed } = queues;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {t('failed.title')}{' '}
        {count > failed.length && (
          <span className={classes.aside}>{t('failed.more', { shown: failed.length, count })}</span>
        )}
      </h2>
      {failed.length === 0 && <p className={classes.note}>{t('failed.none')}</p>}
      <ul className={classes.rows}>
        {failed.map((job) => (
          <li key={`${job.queue} ${job.id}`} className={classes.failure}>
            <span className={classes.badges}>
              <Link
                className={classes.name}
                to={path(
                  `operators?${new URLSearchParams({ tab: 'queues', queue: job.queue, job: job.id })}`,
                )}
                aria-label={t('failed.open', { job: job.job })}
              >
                {job.job}
              </Link>
              <Badge>{t('failed.runs', { count: job.runs })}</Badge>
              {job.failedAt !== null && <span className={classes.note}>{dates.relative(job.failedAt)}</span>}
            </span>
            <code className={classes.reason}>{job.reason}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
