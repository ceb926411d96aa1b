import type { SceneAnalytics, VisitCounts } from '@diorama/shared/contract/visits.ts';
import { formatNumber } from '@diorama/shared/i18n/format.ts';
import { useVisitTranslations } from '../../hooks/use-visit-translations.ts';
import classes from './analytics.module.css';
import { VisitChart } from './visit-chart.tsx';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** Duration from which hours are shown instead of minutes. */
const HOURS_FROM_S = 10 * HOUR_S;
const COUNTS = [
  'views',
  'embeds',
  'devices',
  'seconds',
  'annotationOpens',
  'arLaunches',
] as const satisfies readonly (keyof VisitCounts)[];

/** Totals, days and sources of the visits. */
export function VisitFigures({ analytics }: { analytics: SceneAnalytics }) {
  const { t, language } = useVisitTranslations();
  const { totals, days, countries } = analytics;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const sayTime = (seconds: number) =>
    seconds < HOURS_FROM_S
      ? t('minutes', { minutes: formatNumber(language, Math.round(seconds / MINUTE_S)) })
      : t('hours', { hours: formatNumber(language, Math.round(seconds / HOUR_S)) });
  const say = (count: keyof VisitCounts) =>
    count === 'seconds' ? sayTime(totals.seconds) : formatNumber(language, totals[count]);
  return (
    <>
      <dl className={classes.totals}>
        {COUNTS.map((count) => (
          <div key={count} className={classes.total}>
            <dt>{t(`count.${count}`)}</dt>
            <dd>{say(count)}</dd>
          </div>
        ))}
      </dl>
      <VisitChart days={days} />
      <section>
        <h2 className={classes.heading}>{t('countries')}</h2>
        {countries.length === 0 && <p className={classes.text}>{t('countries.none')}</p>}
        <ul className={classes.countries}>
          {countries.map(({ country, visits }) => (
            <li key={country}>
              <span>{country === '' ? t('countries.unknown') : names.of(country)}</span>
              <span>{formatNumber(language, visits)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
