import type { OperatorsOverview, QueueState } from '@diorama/shared/contract/operators.ts';
import { formatBytes, formatNumber } from '@diorama/shared/i18n/format.ts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { ApiError } from '../../api/api-error.ts';
import { useGet } from '../../api/hooks.ts';
import { serverNow } from '../../api/server-time.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { useDates } from '../../hooks/use-dates.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { Figures } from './figures.tsx';
import { formatAge } from './format-age.ts';
import { findIssues, type Issue } from './issues.ts';
import classes from './overview.module.css';
import { ProcessList } from './process-list.tsx';
import { ReadOnlySwitch } from './read-only-switch.tsx';

const ICONS = { good: CircleCheck, warning: TriangleAlert, error: CircleAlert };

const COUNTS = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

const EVERY_MS = 5_000;

/** State of the installation, as a summary and in detail. */
export function OverviewTab() {
  const { t, language } = useTranslations('operators');
  const request = useOverview();
  const { overview, error, updatedAt, reload } = request;
  if (overview === undefined) {
    return <Pending of={request} title={t('error')} placeholder={<OverviewSkeleton />} />;
  }
  const time = new Date(updatedAt ?? serverNow()).toLocaleTimeString(language);
  return (
    <div className="flex flex-col gap-6">
      {error !== undefined && <Alert kind="warning">{t('stale', { time })}</Alert>}
      <HealthSummary overview={overview} note={t('updated', { time })} />
      <ReadOnlySwitch state={overview.readOnly} onChange={reload} />
      <Details overview={overview} onChange={reload} />
    </div>
  );
}

function Details({ overview, onChange }: { overview: OperatorsOverview; onChange: () => void }) {
  return (
    <>
      <Figures overview={overview} />
      <FailedJobs overview={overview} onChange={onChange} />
      <QueueList queues={overview.queues} />
      <ProcessList processes={overview.processes} />
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-6" aria-busy="true">
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

/** State of the installation, polled every five seconds while the page is visible. */
function useOverview(): {
  overview: OperatorsOverview | undefined;
  error: ApiError | undefined;
  /** Time of the last answer, in milliseconds since 1970 by the server's clock. */
  updatedAt: number | null;
  reload: () => void;
} {
  const [updatedAt, setUpdatedAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const { data, error, mutate } = useGet(
    'getOperatorsOverview',
    {},
    {
      // A user who is no longer an operator is refused once, not every five seconds.
      refreshInterval: isRefused ? 0 : EVERY_MS,
      shouldRetryOnError: !isRefused,
      onSuccess: () => setUpdatedAt(serverNow()),
      onError: ({ status }) => setIsRefused(status === 401 || status === 403 || status === 404),
    },
  );
  const reload = () => {
    setIsRefused(false);
    // A failed request is stored as the hook's error.
    mutate().catch(() => undefined);
  };
  return { overview: data, error, updatedAt, reload };
}

/** All queues with their job counts and workers; the name links to the jobs. */
function QueueList({ queues }: { queues: OperatorsOverview['queues'] }) {
  const { t } = useTranslations('operators');
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={primitives.text14}>
        {t('queues.title')}{' '}
        {queues && (
          <span className="text-(--text-2) text-13 tabular-nums font-regular">
            {t(`queues.on.${queues.backend}`)}
          </span>
        )}
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
  const { t, language } = useTranslations('operators');
  const path = usePath();
  return (
    <li className={classes.queue}>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-between">
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

/** Health of the installation in sentences: all well, or its problems. */
function HealthSummary({ overview, note }: { overview: OperatorsOverview; note: string }) {
  const { t } = useTranslations('operators');
  const troubleText = useTroubleText();
  const issues = findIssues(overview);
  const state = issues[0]?.severity ?? 'good';
  const Icon = ICONS[state];
  return (
    <section className={classes.health} data-state={state} aria-label={t('tab.overview')}>
      <Icon size={20} aria-hidden="true" />
      <div className="min-w-[12rem] flex-1">
        <div role="status">
          <h2 className={primitives.text14}>
            {issues.length === 0 ? t('health.good') : t('health.bad', { count: issues.length })}
          </h2>
        </div>
        {issues.length === 0 && <p className={classes.note}>{t('health.good.text')}</p>}
        {issues.length > 0 && (
          <ul className="flex flex-col gap-1 mt-1 text-13 wrap-anywhere">
            {issues.map((issue) => (
              <li key={JSON.stringify(issue)} data-severity={issue.severity}>
                {troubleText(issue)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="text-(--text-2) text-13 tabular-nums">{note}</p>
    </section>
  );
}

function useTroubleText(): (issue: Issue) => string {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  return (issue) => {
    switch (issue.kind) {
      case 'readOnly':
        return t('trouble.readOnly');
      case 'queuesAway':
        return t('trouble.queuesAway');
      case 'noWorkers':
        return t('trouble.noWorkers', { queue: issue.queue });
      case 'paused':
        return t('trouble.paused', { queue: issue.queue });
      case 'failed':
        return t('trouble.failed', { count: issue.count });
      case 'givenUp':
        return t('trouble.givenUp', { count: issue.count });
      case 'heldOrders':
        return t('trouble.heldOrders', { count: issue.count });
      case 'storage':
        return t('trouble.storage', { count: issue.count });
      case 'disk':
        return t('trouble.disk', { bytes: formatBytes(language, issue.free) });
      case 'outbox':
        return t('trouble.outbox', { age: formatAge(language, issue.age) });
      case 'runFailed':
        return t(`trouble.${issue.run}.failed`, { reason: issue.reason });
      case 'runOverdue':
        return issue.since === null
          ? t(`trouble.${issue.run}.never`)
          : t(`trouble.${issue.run}.overdue`, { time: dates.relative(issue.since) });
      case 'failing':
        return t('trouble.failing', { name: issue.name, host: issue.host, checks: issue.checks });
      case 'silent':
        return t('trouble.silent', { name: issue.name, host: issue.host, time: dates.dateTime(issue.since) });
    }
  };
}
