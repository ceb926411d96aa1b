import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useDates } from '../../hooks/use-dates.ts';
import { useOperatorTranslations } from '../../hooks/use-operator-translations.ts';
import { formatAge } from './format-age.ts';
import { findIssues, type Issue } from './issues.ts';
import classes from './overview.module.css';

const ICONS = { good: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** Health of the installation in sentences: all well, or its problems. */
export function HealthSummary({ overview, note }: { overview: OperatorsOverview; note: string }) {
  const { t } = useOperatorTranslations();
  const troubleText = useTroubleText();
  const issues = findIssues(overview);
  const state = issues[0]?.severity ?? 'good';
  const Icon = ICONS[state];
  return (
    <section className={classes.health} data-state={state} aria-label={t('tab.overview')}>
      <Icon size={20} aria-hidden="true" />
      <div className={classes.healthBody}>
        <div role="status">
          <h2 className={classes.healthTitle}>
            {issues.length === 0 ? t('health.good') : t('health.bad', { count: issues.length })}
          </h2>
        </div>
        {issues.length === 0 && <p className={classes.note}>{t('health.good.text')}</p>}
        {issues.length > 0 && (
          <ul className={classes.issues}>
            {issues.map((issue) => (
              <li key={JSON.stringify(issue)} data-severity={issue.severity}>
                {troubleText(issue)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={classes.updated}>{note}</p>
    </section>
  );
}

function useTroubleText(): (issue: Issue) => string {
  const { t, language } = useOperatorTranslations();
  const dates = useDates();
  return (issue) => {
    switch (issue.kind) {
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
        return t('trouble.silent', {
          name: issue.name,
          host: issue.host,
          time: dates.dateTime(issue.since),
        });
    }
  };
}
