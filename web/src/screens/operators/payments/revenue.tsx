import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { formatMoney, formatNumber } from '@diorama/shared/i18n/format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { type CSSProperties, useId } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { Pending } from '../../../components/feedback/pending.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import primitives from '../../../components/primitives.module.css';
import hiddenClasses from '../../../components/visually-hidden.module.css';
import { useTranslations } from '../../../hooks/use-translations.ts';
import tab from './payments.module.css';
import classes from './revenue.module.css';

type RevenueData = ResultOf<'getRevenue'>;
type Month = RevenueData['months'][number];

/** The last twelve months: bars for payments and refunds, and the number of failed renewals. */
export function Revenue() {
  const { t } = useTranslations('operators');
  const id = useId();
  const request = useGet('getRevenue', {});
  const { data } = request;
  return (
    <section className={primitives.stack3} aria-labelledby={id}>
      <h2 id={id} className={primitives.text14}>
        {t('revenue.title')}
      </h2>
      {data === undefined ? (
        <Pending of={request} title={t('revenue.error')} placeholder={<Skeleton height="16rem" />} />
      ) : (
        <Chart revenue={data} />
      )}
    </section>
  );
}

function Chart({ revenue: { months, currency } }: { revenue: RevenueData }) {
  const { t, language } = useTranslations('operators');
  const most = Math.max(1, ...months.map(({ paid, refunded }) => Math.max(paid, refunded)));
  const sum = months.reduce((total, { paid, refunded }) => total + paid - refunded, 0);
  const isEmpty = months.every(
    ({ paid, refunded, failedRenewals }) => paid + refunded + failedRenewals === 0,
  );
  return (
    <div className={classes.chart}>
      <div className="flex flex-wrap justify-between gap-x-5 gap-y-2">
        <p className={tab.note}>
          {isEmpty ? t('revenue.none') : t('revenue.sum', { amount: formatMoney(language, sum, currency) })}
        </p>
        <ul className={classes.legend} aria-hidden="true">
          {(['paid', 'refunded', 'renewals'] as const).map((kind) => (
            <li key={kind} data-kind={kind}>
              {t(`revenue.${kind}`)}
            </li>
          ))}
        </ul>
      </div>
      <ol
        className="grid gap-2 grid-cols-[repeat(12,minmax(0,1fr))] max-md:gap-0.5"
        aria-label={t('revenue.title')}
      >
        {months.map((month) => (
          <MonthBars key={month.month} month={month} most={most} currency={currency} />
        ))}
      </ol>
    </div>
  );
}

function MonthBars({ month, most, currency }: { month: Month; most: number; currency: string }) {
  const { t, language } = useTranslations('operators');
  const { paid, refunded, failedRenewals } = month;
  const words = t('revenue.month', {
    month: formatMonth(language, month.month, 'long'),
    paid: formatMoney(language, paid, currency),
    refunded: formatMoney(language, refunded, currency),
    failed: t('revenue.failed', { count: failedRenewals }),
  });
  return (
    <li className={classes.month} title={words}>
      <span className={hiddenClasses.hidden}>{words}</span>
      <span className={classes.bars} aria-hidden="true">
        <span data-kind="paid" style={heightOf(paid, most)} />
        <span data-kind="refunded" style={heightOf(refunded, most)} />
      </span>
      <span className={classes.failed} aria-hidden="true">
        {failedRenewals > 0 && formatNumber(language, failedRenewals)}
      </span>
      <span className={classes.monthName} aria-hidden="true">
        {formatMonth(language, month.month, 'short')}
      </span>
    </li>
  );
}

function heightOf(cents: number, most: number): CSSProperties {
  return { height: `${(100 * cents) / most}%` };
}

/** Formats a month such as `2026-11`, with its year in the long form. */
function formatMonth(language: Language, month: string, length: 'long' | 'short'): string {
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat(language, { month: length, ...year, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
