import type { FailedJob, FailedKind } from '@diorama/shared/contract/failed-jobs.ts';
import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { formatNumber } from '@diorama/shared/i18n/format.ts';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './failed-jobs.module.css';
import { countFailed } from './issues.ts';
import overviewClasses from './overview.module.css';

/** Jobs that failed permanently: their kinds with a retry of all, and the latest with what they worked on. */
export function FailedJobs({ overview, onChange }: { overview: OperatorsOverview; onChange: () => void }) {
  const { t } = useTranslations('operators');
  const id = useId();
  const { queues, parked } = overview;
  const failed = queues?.failed ?? [];
  const count = countFailed(queues);
  const retry = useRetry(onChange);
  return (
    <section className={overviewClasses.section} aria-labelledby={id}>
      <h2 id={id} className={primitives.text14}>
        {t('failed.title')}{' '}
        {count > failed.length && (
          <span className="text-(--text-2) text-13 tabular-nums font-regular">
            {t('failed.more', { shown: failed.length, count })}
          </span>
        )}
      </h2>
      {failed.length === 0 && parked.length === 0 && (
        <p className={overviewClasses.note}>{t('failed.none')}</p>
      )}
      {parked.length > 0 && (
        <ul className={overviewClasses.rows} aria-label={t('failed.kinds')}>
          {parked.map((kind) => (
            <KindRow key={kind.job} kind={kind} isBusy={retry.busy === kind.job} onRetry={retry.all} />
          ))}
        </ul>
      )}
      <ul className={overviewClasses.rows} aria-label={t('failed.title')}>
        {failed.map((job) => (
          <FailureRow
            key={`${job.queue} ${job.id}`}
            job={job}
            isBusy={retry.busy === job.id}
            onRetry={retry.one}
          />
        ))}
      </ul>
    </section>
  );
}

function useRetry(onChange: () => void) {
  const { t } = useTranslations('operators');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (key: string, body: { job: string; event?: string }) => {
    setBusy(key);
    try {
      const { retried } = await client.call('retryFailedJobs', { body });
      toast({ kind: 'success', text: t('failed.retried', { count: retried, job: body.job }) });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(null);
      onChange();
    }
  };
  return {
    /** Name of the jobs, or id of the job, that is being retried. */
    busy,
    all: (job: string) => run(job, { job }),
    one: ({ id, job, eventId }: FailedJob) => run(id, { job, ...(eventId !== null && { event: eventId }) }),
  };
}

function KindRow({
  kind,
  isBusy,
  onRetry,
}: {
  kind: FailedKind;
  isBusy: boolean;
  onRetry: (job: string) => Promise<void>;
}) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  const { job, count, oldestAt } = kind;
  return (
    <li className={classes.kind}>
      <span className={overviewClasses.badges}>
        <span className={overviewClasses.name}>{job}</span>
        <Badge kind="warning">{formatNumber(language, count)}</Badge>
        <span className={overviewClasses.note}>{t('failed.oldest', { time: dates.relative(oldestAt) })}</span>
      </span>
      <NetworkButton
        isLoading={isBusy}
        aria-label={t('failed.retryAll.of', { job })}
        onClick={() => onRetry(job)}
      >
        {t('failed.retryAll', { count })}
      </NetworkButton>
    </li>
  );
}

function FailureRow({
  job,
  isBusy,
  onRetry,
}: {
  job: FailedJob;
  isBusy: boolean;
  onRetry: (job: FailedJob) => Promise<void>;
}) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  const path = usePath();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { eventId } = job;
  return (
    <li className={classes.failure}>
      <span className={overviewClasses.badges}>
        <Link
          className={overviewClasses.name}
          to={path(`operators?${new URLSearchParams({ tab: 'queues', queue: job.queue, job: job.id })}`)}
          aria-label={t('failed.open', { job: job.job })}
        >
          {job.job}
        </Link>
        <Badge>{t('failed.runs', { count: job.runs })}</Badge>
        {job.failedAt !== null && (
          <span className={overviewClasses.note}>{dates.relative(job.failedAt)}</span>
        )}
      </span>
      {eventId !== null && (
        <span className="flex flex-wrap gap-2">
          <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'failed.less' : 'failed.why')}
          </Button>
          <NetworkButton
            isLoading={isBusy}
            aria-label={t('failed.retry.of', { job: job.job })}
            onClick={() => onRetry(job)}
          >
            {t('failed.retry')}
          </NetworkButton>
        </span>
      )}
      <code className="text-(--text-2) font-mono text-12 wrap-anywhere whitespace-pre-wrap">
        {job.reason}
      </code>
      {isOpen && eventId !== null && (
        <div id={id} className="col-span-full flex min-w-0 flex-col gap-4 pt-3 border-t border-(--hairline)">
          <Details job={job.job} eventId={eventId} />
        </div>
      )}
    </li>
  );
}

/** Subject of a failed job, the rows that wait for it, and its log lines. */
function Details({ job, eventId }: { job: string; eventId: string }) {
  const { t } = useTranslations('operators');
  const path = usePath();
  const request = useGet('getFailedJob', { params: { id: eventId }, query: { job } });
  const { data } = request;
  if (!data) {
    return <Pending of={request} title={t('failed.error')} placeholder={<Skeleton height="6rem" />} />;
  }
  const { subject, scene, workspace, waitingScenes, requestId, log, stack } = data;
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] text-13">
        {subject && subject.kind !== 'scene' && subject.kind !== 'workspace' && (
          <Fact label={t(`failed.subject.${subject.kind}`)}>
            {subject.name ?? subject.uuid}
            {subject.status !== null && <code>{subject.status}</code>}
          </Fact>
        )}
        {scene && (
          <Fact label={t('failed.subject.scene')}>
            <Link className={overviewClasses.name} to={path(`builder/${scene.uuid}`)}>
              {scene.name}
            </Link>
          </Fact>
        )}
        {workspace && (
          <Fact label={t('failed.subject.workspace')}>
            <Link
              className={overviewClasses.name}
              to={path(`operators?${new URLSearchParams({ tab: 'accounts', q: workspace.ownerEmail })}`)}
            >
              {workspace.name}
            </Link>
            <span className={overviewClasses.note}>{workspace.ownerEmail}</span>
          </Fact>
        )}
        {waitingScenes > 0 && (
          <Fact label={t('failed.waits')}>{t('failed.waits.scenes', { count: waitingScenes })}</Fact>
        )}
        <Fact label={t('failed.request')}>
          {requestId === null ? t('failed.request.none') : <code>{requestId}</code>}
        </Fact>
      </dl>
      {requestId !== null && (
        <Lines label={t('failed.find')}>
          {[`docker compose logs | grep ${requestId}`, `journalctl -u diorama | grep ${requestId}`].join(
            '\n',
          )}
        </Lines>
      )}
      {log.length > 0 && <Lines label={t('failed.log')}>{log.join('\n')}</Lines>}
      {stack !== null && <Lines label={t('failed.stack')}>{stack}</Lines>}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ label, children }: { label: string; children: string }) {
  return (
    <section className="flex min-w-0 flex-col gap-1" aria-label={label}>
      <h3 className="text-(--text-2) text-12 font-regular">{label}</h3>
      <pre
        className="overflow-auto max-h-[16rem] p-3 rounded-control bg-(--surface-2) font-mono text-12"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard
        tabIndex={0}
      >
        {children}
      </pre>
    </section>
  );
}
