import type { ProcessState } from '@diorama/shared/contract/operators.ts';
import { useId, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import primitives from '../../components/primitives.module.css';
import { useDates } from '../../hooks/use-dates.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './overview.module.css';

/** Number of processes listed at first, those with problems before the others. */
const FIRST = 12;
const RANK = { silent: 0, failing: 1, working: 2 } as const;

/** All gateways and workers, with their host and current work. */
export function ProcessList({ processes }: { processes: readonly ProcessState[] }) {
  const { t } = useTranslations('operators');
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const sorted = processes.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={primitives.text14}>
        {t('processes.title')}
      </h2>
      {processes.length === 0 && <p className={classes.note}>{t('processes.none')}</p>}
      <ul className={classes.rows}>
        {sorted.slice(0, isWhole ? sorted.length : FIRST).map((process) => (
          <ProcessRow key={process.uuid} process={process} />
        ))}
      </ul>
      {!isWhole && sorted.length > FIRST && (
        <Button onClick={() => setIsWhole(true)}>{t('processes.all', { count: sorted.length })}</Button>
      )}
    </section>
  );
}

function ProcessRow({ process }: { process: ProcessState }) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  const place = [process.host, t('processes.pid', { pid: String(process.pid) })].join(' · ');
  const duties = process.kind === 'worker' ? process.queues : process.roles;
  return (
    <li className={classes.process} data-state={process.state}>
      <span className="flex min-w-0 flex-col gap-1 text-13 wrap-anywhere">
        <span className={classes.badges}>
          <span className={classes.name}>{process.name}</span>
          <StateBadge process={process} />
        </span>
        <span className={classes.note}>{place}</span>
      </span>
      <span className="flex min-w-0 flex-col gap-1 text-13 wrap-anywhere">
        <span className={primitives.faint}>
          {t(process.kind === 'worker' ? 'processes.queues' : 'processes.roles')}
        </span>
        {duties.join(', ')}
      </span>
      <span className="flex min-w-0 flex-col gap-1 text-13 wrap-anywhere">
        <span className={primitives.faint}>
          {t('processes.started', { time: dates.relative(process.startedAt) })}
        </span>
        <Busy process={process} />
      </span>
    </li>
  );
}

function StateBadge({ process }: { process: ProcessState }) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  switch (process.state) {
    case 'silent':
      return (
        <Badge kind="error">{t('processes.silent', { time: dates.dateTime(process.lastSeenAt) })}</Badge>
      );
    case 'failing':
      return <Badge kind="error">{t('processes.failing', { checks: process.failing.join(', ') })}</Badge>;
    case 'working':
      return <Badge kind="success">{t('processes.working')}</Badge>;
  }
}

/** Current job of a process, or the last one before it fell silent. */
function Busy({ process: { busy, state, kind } }: { process: ProcessState }) {
  const { t } = useTranslations('operators');
  if (kind === 'gateway') {
    return null;
  }
  if (busy.length === 0) {
    return state === 'silent' ? null : t('processes.idle');
  }
  const names = [...new Set(busy.map(({ job }) => job))]
    .map((name) => {
      const times = busy.filter(({ job }) => job === name).length;
      return times > 1 ? `${name} ×${times}` : name;
    })
    .join(', ');
  const words = state === 'silent' ? t('processes.was') : t('processes.busy', { count: busy.length });
  return `${words}: ${names}`;
}
