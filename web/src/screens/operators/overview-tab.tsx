import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { serverNow } from '../../api/server-time.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useOperatorTranslations } from '../../hooks/use-operator-translations.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { Figures } from './figures.tsx';
import { HealthSummary } from './health-summary.tsx';
import classes from './overview.module.css';
import { ProcessList } from './process-list.tsx';
import { QueueList } from './queue-list.tsx';
import { useOverview } from './use-overview.ts';

/** State of the installation, as a summary and in detail. */
export function OverviewTab() {
  const { t, language } = useOperatorTranslations();
  const { overview, error, updatedAt, reload } = useOverview();
  if (overview === undefined) {
    return error === undefined ? (
      <OverviewSkeleton />
    ) : (
      <ErrorState error={error} title={t('error')} onRetry={reload} />
    );
  }
  const time = new Date(updatedAt ?? serverNow()).toLocaleTimeString(language);
  return (
    <div className={classes.tab}>
      {error !== undefined && <Alert kind="warning">{t('stale', { time })}</Alert>}
      <HealthSummary overview={overview} note={t('updated', { time })} />
      <Details overview={overview} />
    </div>
  );
}

function Details({ overview }: { overview: OperatorsOverview }) {
  return (
    <>
      <Figures overview={overview} />
      <QueueList queues={overview.queues} />
      <ProcessList processes={overview.processes} />
      {overview.queues && <FailedJobs queues={overview.queues} />}
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div className={classes.tab} aria-busy="true">
      <Skeleton height="4.5rem" />
      <div className={classes.figures}>
        {['outbox', 'failed', 'accounts', 'storage'].map((key) => (
          <Skeleton key={key} height="7rem" />
        ))}
      </div>
      <Skeleton height="20rem" />
      <Skeleton height="16rem" />
    </div>
  );
}
