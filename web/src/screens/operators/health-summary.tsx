import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useDates } from '../../hooks/use-dates.ts';
import { useOperatorWords } from '../../hooks/use-operator-words.ts';
import { formatAge } from './format-age.ts';
import classes from './overview.module.css';
import { findTroubles, type Trouble } from './troubles.ts';

const ICONS = { good: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** Health of the installation in sentences: all well, or its problems. */
export function HealthSummary({ overview, note }: { overview: OperatorsOverview; note: string }) {
  const { t } = useOperatorWords();
  const troubleText = useTroubleText();
  const troubles = findTroubles(overview);
  const state = troubles[0]?.severity ?? 'good';
  const Icon = ICONS[state];
  return (
    <section className={classes.health} data-state={state} aria-label={t('tab.overview')}>
      <Icon size={20} aria-hidden="true" />
      <div className={classes.healthBody}>
        <div role="status">
          <h2 className={classes.healthTitle}>
            {troubles.length === 0 ? t('health.good') : t('health.bad', { count: troubles.length })}
          </h2>
        </div>
        {troubles.length === 0 && <p className={classes.note}>{t('health.good.text')}</p>}
        {troubles.length > 0 && (
          <ul className={classes.troubles}>
            {troubles.map((trouble) => (
              <li key={JSON.stringify(trouble)} data-severity={trouble.severity}>
                {troubleText(trouble)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={classes.updated}>{note}</p>
    </section>
  );
}

function useTroubleText(): (trouble: Trouble) => string {
  const { t, language } = useOperatorWords();
  const dates = useDates();
  return (trouble) => {
    switch (trouble.kind) {
      case 'queuesAway':
        return t('trouble.queuesAway');
      case 'noWorkers':
        return t('trouble.noWorkers', { queue: trouble.queue });
      case 'paused':
        return t('trouble.paused', { queue: trouble.queue });
      case 'failed':
        return t('trouble.failed', { count: trouble.count });
      case 'givenUp':
        return t('trouble.givenUp', { count: trouble.count });
      case 'heldOrders':
        return t('trouble.heldOrders', { count: trouble.count });
      case 'storage':
        return t('trouble.storage', { count: trouble.count });
      case 'outbox':
        return t('trouble.outbox', { age: formatAge(language, trouble.age) });
      case 'failing':
        return t('trouble.failing', { name: trouble.name, host: trouble.host, checks: trouble.checks });
      case 'silent':
        return t('trouble.silent', {
          name: trouble.name,
          host: trouble.host,
          time: dates.dateTime(trouble.since),
        });
    }
  };
}
