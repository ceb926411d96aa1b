import type { SceneAnalytics } from '@diorama/shared/contract/visits.ts';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { serverNow } from '../../api/server-time.ts';
import { idOf } from '../../api/url.ts';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Select } from '../../components/select/select.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useVisitTranslations } from '../../hooks/use-visit-translations.ts';
import classes from './analytics.module.css';
import { sampleAnalytics } from './sample.ts';
import { useCsv } from './use-csv.ts';
import { VisitFigures } from './visit-figures.tsx';

const DAY_MS = 24 * 60 * 60 * 1_000;
const RANGES = ['7', '30', '90', '365'] as const;
type Range = (typeof RANGES)[number];

/** Visits of a scene; without the Pro plan a sample is shown. */
export function AnalyticsScreen() {
  const { t } = useVisitTranslations();
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
      <div className={classes.page}>
        <h1 className={classes.title}>{t('title', { name: scene.data?.name ?? '' })}</h1>
        <ErrorState error={error} onRetry={() => scene.mutate().then(() => visits.mutate())} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('title', { name: scene.data?.name ?? '' })}</h1>
        <div className={classes.choices}>
          <div className={classes.range}>
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
      <p className={classes.text}>{t('text')}</p>
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
  const { t } = useVisitTranslations();
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
    <div className={classes.sample}>
      <div className={classes.behind} inert>
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
