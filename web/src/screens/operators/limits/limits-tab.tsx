import type { LimitMetItem } from '@diorama/shared/contract/limits-met.ts';
import { Gauge } from 'lucide-react';
import { useId } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Pending } from '../../../components/feedback/pending.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import primitives from '../../../components/primitives.module.css';
import { useDates } from '../../../hooks/use-dates.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './limits.module.css';

/** Users and networks that reached a rate limit. */
export function LimitsTab() {
  const { t } = useTranslations('operators');
  const id = useId();
  const request = useGet('listLimitsMet', {});
  const { data } = request;
  if (!data) {
    return (
      <Pending of={request} title={t('limits.error')} placeholder={<Skeleton height="var(--space-16)" />} />
    );
  }
  if (data.limits.length === 0) {
    return (
      <EmptyState
        picture={<Gauge size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={t('limits.none.title')}
        text={t('limits.none.text')}
      />
    );
  }
  return (
    <section className={primitives.stack3} aria-labelledby={id}>
      <h2 id={id} className={primitives.title16}>
        {t('limits.title')}
      </h2>
      <p className={primitives.muted}>{t('limits.text')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('limits.who')}</th>
            <th scope="col">{t('limits.limit')}</th>
            <th scope="col">{t('limits.count')}</th>
            <th scope="col">{t('limits.last')}</th>
          </tr>
        </thead>
        <tbody>
          {data.limits.map((met) => (
            <Row key={`${met.limit} ${met.subject} ${met.holder}`} met={met} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ met }: { met: LimitMetItem }) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  return (
    <tr>
      <td>{met.name ?? t(met.subject === 'user' ? 'limits.user' : 'limits.network', { id: met.holder })}</td>
      <td>
        <code>{met.limit}</code>
      </td>
      <td>{met.count.toLocaleString(language)}</td>
      <td>{dates.dateTime(met.lastAt)}</td>
    </tr>
  );
}
