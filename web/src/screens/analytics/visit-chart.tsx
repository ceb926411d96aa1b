import type { SceneAnalytics } from '@diorama/shared/contract/visits.ts';
import { formatDate, formatNumber } from '@diorama/shared/i18n/format.ts';
import { useVisitTranslations } from '../../hooks/use-visit-translations.ts';
import classes from './analytics.module.css';

/** Height of the chart in its own units; days are one wide. */
const HEIGHT = 40;
/** Gap between two days. */
const GAP = 0.2;

/** Views by day: direct ones at the bottom, embedded ones on top of them. */
export function VisitChart({ days }: { days: SceneAnalytics['days'] }) {
  const { t, language } = useVisitTranslations();
  const most = Math.max(1, ...days.map(({ views, embeds }) => views + embeds));
  const scale = HEIGHT / most;
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        <span>{t('chart')}</span>
        <span className={classes.key}>{t('chart.here')}</span>
        <span className={classes.key} data-kind="embeds">
          {t('chart.embeds')}
        </span>
        <span className={classes.most}>{formatNumber(language, most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.bars}
        aria-hidden="true"
      >
        {days.map(({ day, views, embeds }, i) => (
          <g key={day}>
            <title>{t('chart.day', { day: formatDate(language, day, 'UTC'), views, embeds })}</title>
            <rect className={classes.hit} x={i} y={0} width={1} height={HEIGHT} />
            <rect
              className={classes.bar}
              x={i + GAP / 2}
              y={HEIGHT - views * scale}
              width={1 - GAP}
              height={views * scale}
            />
            <rect
              className={classes.bar}
              data-kind="embeds"
              x={i + GAP / 2}
              y={HEIGHT - (views + embeds) * scale}
              width={1 - GAP}
              height={embeds * scale}
            />
          </g>
        ))}
      </svg>
      <div className={classes.ends} aria-hidden="true">
        <span>{formatDate(language, days[0]?.day ?? '', 'UTC')}</span>
        <span>{formatDate(language, days.at(-1)?.day ?? '', 'UTC')}</span>
      </div>
      <SpokenChart days={days} />
    </figure>
  );
}

/** Text version of the chart for screen readers. */
function SpokenChart({ days }: { days: SceneAnalytics['days'] }) {
  const { t, language } = useVisitTranslations();
  return (
    <div className={classes.spoken}>
      <table>
        <caption>{t('chart')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.date')}</th>
            <th scope="col">{t('chart.here')}</th>
            <th scope="col">{t('chart.embeds')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, views, embeds }) => (
            <tr key={day}>
              <th scope="row">{formatDate(language, day, 'UTC')}</th>
              <td>{formatNumber(language, views)}</td>
              <td>{formatNumber(language, embeds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
