import type { SceneAnalytics, VisitCounts } from '@diorama/shared/contract/visits.ts';
import { formatCountry, formatDate, formatNumber } from '@diorama/shared/i18n/format.ts';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { parseApiError } from '../../api/api-error.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { serverNow } from '../../api/server-time.ts';
import { idOf, urlOf } from '../../api/url.ts';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './analytics.module.css';
import { sampleAnalytics } from './sample.ts';

/** Height of the chart in its own units; days are one wide. */
const HEIGHT = 40;

/** Gap between two days. */
const GAP = 0.2;

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

/** Some browsers read the blob after the click; this time is enough. */
const KEPT_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1_000;
const RANGES = ['7', '30', '90', '365'] as const;
type Range = (typeof RANGES)[number];

/** Visits of a scene; without the Pro plan a sample is shown. */
export function AnalyticsScreen() {
  const { t } = useTranslations('visits');
  const { uuid = '' } = useParams();
  const [range, setRange] = useState<Range>('30');
  const saveCsv = useCsv(uuid);
  const scene = useGet('getComposition', { params: { id: uuid } });
  const account = useGet('getAccount', scene.data ? { params: { id: idOf(scene.data.account) } } : null, {
    shouldRetryOnError: false,
  });
  const today = dayOf(new Date(serverNow()));
  const from = dayOf(new Date(Date.parse(today) - (Number(range) - 1) * DAY_MS));
  // A guest of the scene cannot read the workspace, but may read the visits if it has Pro.
  const mayHave = account.data ? account.data.features.analytics : account.error !== undefined;
  const visits = useGet(
    'getAnalytics',
    mayHave ? { params: { id: uuid }, query: { from, to: today } } : null,
    { shouldRetryOnError: (error) => error.status >= 500 },
  );
  const isSample = account.data?.features.analytics === false || visits.error?.status === 403;
  const analytics = isSample ? sampleAnalytics(today, Number(range)) : visits.data;
  const error = scene.error ?? (isSample ? undefined : visits.error);
  useTitle(t('title', { name: scene.data?.name ?? '' }));

  if (error) {
    return (
      <div className="flex max-w-[72rem] flex-col gap-6 p-6">
        <h1 className="min-w-0 flex-[1_1_16rem] text-20 font-semibold wrap-anywhere">
          {t('title', { name: scene.data?.name ?? '' })}
        </h1>
        <ErrorState error={error} onRetry={() => scene.mutate().then(() => visits.mutate())} />
      </div>
    );
  }
  return (
    <div className="flex max-w-[72rem] flex-col gap-6 p-6">
      <header className={primitives.bar}>
        <h1 className="min-w-0 flex-[1_1_16rem] text-20 font-semibold wrap-anywhere">
          {t('title', { name: scene.data?.name ?? '' })}
        </h1>
        <div className="flex flex-wrap gap-3">
          <div className="w-[10rem]">
            <Select
              label={t('range')}
              value={range}
              options={RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
              onChange={setRange}
            />
          </div>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={isSample || analytics === undefined}
            onClick={() => saveCsv({ from, to: today })}
          >
            {t('csv')}
          </Button>
        </div>
      </header>
      <p className={primitives.muted}>{t('text')}</p>
      <Figures uuid={uuid} analytics={analytics} isSample={isSample} account={account.data?.uuid ?? null} />
    </div>
  );
}

type FiguresProps = {
  uuid: string;
  analytics: SceneAnalytics | undefined;
  isSample: boolean;
  /** Uuid of the scene's workspace, null if the user cannot see it. */
  account: string | null;
};

function Figures({ uuid, analytics, isSample, account }: FiguresProps) {
  const { t } = useTranslations('visits');
  const path = usePath();
  if (analytics === undefined) {
    return <Skeleton height="24rem" />;
  }
  if (!isSample && analytics.totals.views + analytics.totals.embeds === 0) {
    return (
      <EmptyState
        picture={<Eye size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('none.title')}
        text={t('none.text')}
        action={<ButtonLink to={path(`builder/${uuid}`)}>{t('none.open')}</ButtonLink>}
      />
    );
  }
  if (!isSample) {
    return <VisitFigures analytics={analytics} />;
  }
  return (
    <div className="relative">
      <div className="flex flex-col gap-6 opacity-35" inert>
        <VisitFigures analytics={analytics} />
      </div>
      <section className={classes.offer}>
        <h2>{t('sample.title')}</h2>
        <p>{t('sample.text')}</p>
        {account === null ? (
          <p>{t('sample.ask')}</p>
        ) : (
          <ButtonLink variant="primary" to={path(`upgrade/${account}/pro/billing-cycle`)}>
            {t('sample.upgrade')}
          </ButtonLink>
        )}
      </section>
    </div>
  );
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Downloads the visits of a scene as CSV from the gateway. */
function useCsv(uuid: string): (range: { from: string; to: string }) => void {
  const { client } = useApi();
  const showError = useErrorToast();
  const save = async (range: { from: string; to: string }) => {
    const address = urlOf('downloadAnalytics', { params: { id: uuid }, query: range });
    const response = await client.perform(async (token) => {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) {
        throw parseApiError(answer.status, await answer.text(), null);
      }
      return answer;
    }, uuid);
    const link = document.createElement('a');
    const file = URL.createObjectURL(await response.blob());
    link.href = file;
    link.download = `visits-${range.from}-${range.to}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), KEPT_MS);
  };
  return (range) => {
    save(range).catch(showError);
  };
}

/** Totals, days and sources of the visits. */
function VisitFigures({ analytics }: { analytics: SceneAnalytics }) {
  const { t, language } = useTranslations('visits');
  const { totals, days, countries } = analytics;
  const sayTime = (seconds: number) =>
    seconds < HOURS_FROM_S
      ? t('minutes', { minutes: formatNumber(language, Math.round(seconds / MINUTE_S)) })
      : t('hours', { hours: formatNumber(language, Math.round(seconds / HOUR_S)) });
  const say = (count: keyof VisitCounts) =>
    count === 'seconds' ? sayTime(totals.seconds) : formatNumber(language, totals[count]);
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        {COUNTS.map((count) => (
          <div key={count} className={classes.total}>
            <dt>{t(`count.${count}`)}</dt>
            <dd>{say(count)}</dd>
          </div>
        ))}
      </dl>
      <VisitChart days={days} />
      <section>
        <h2 className="mb-3 text-16 font-semibold">{t('countries')}</h2>
        {countries.length === 0 && <p className={primitives.muted}>{t('countries.none')}</p>}
        <ul className={classes.countries}>
          {countries.map(({ country, visits }) => (
            <li key={country}>
              <span>{country === '' ? t('countries.unknown') : formatCountry(language, country)}</span>
              <span>{formatNumber(language, visits)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Views by day: direct ones at the bottom, embedded ones on top of them. */
function VisitChart({ days }: { days: SceneAnalytics['days'] }) {
  const { t, language } = useTranslations('visits');
  const most = Math.max(1, ...days.map(({ views, embeds }) => views + embeds));
  const scale = HEIGHT / most;
  return (
    <figure className="relative m-0 p-4 border border-(--hairline) rounded-card bg-(--surface-1)">
      <figcaption className="flex flex-wrap gap-4 text-(--text-2) text-12">
        <span>{t('chart')}</span>
        <span className={classes.key}>{t('chart.here')}</span>
        <span className={classes.key} data-kind="embeds">
          {t('chart.embeds')}
        </span>
        <span className="ml-auto tabular-nums">{formatNumber(language, most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block w-full h-[12rem] mt-3"
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
      <div className="flex flex-wrap gap-4 text-(--text-2) text-12 justify-between mt-2" aria-hidden="true">
        <span>{formatDate(language, days[0]?.day ?? '', 'UTC')}</span>
        <span>{formatDate(language, days.at(-1)?.day ?? '', 'UTC')}</span>
      </div>
      <SpokenChart days={days} />
    </figure>
  );
}

/** Text version of the chart for screen readers. */
function SpokenChart({ days }: { days: SceneAnalytics['days'] }) {
  const { t, language } = useTranslations('visits');
  return (
    <div className={hidden.hidden}>
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
