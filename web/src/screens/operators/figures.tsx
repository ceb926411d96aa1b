import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { formatBytes, formatNumber } from '@diorama/shared/i18n/format.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import primitives from '../../components/primitives.module.css';
import { useDates } from '../../hooks/use-dates.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { formatAge } from './format-age.ts';
import { countFailed } from './issues.ts';
import classes from './overview.module.css';

/** Key figures. */
export function Figures({ overview }: { overview: OperatorsOverview }) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  const path = usePath();
  const { outbox, queues, accounts, storage, disk, backups } = overview;
  const failed = countFailed(queues);
  return (
    <dl className={classes.figures}>
      <Figure label={t('figure.outbox')} value={formatNumber(language, outbox.waiting)}>
        {outbox.waiting === 0
          ? t('figure.outbox.empty')
          : `${t('figure.outbox.waiting', { count: outbox.waiting })}, ${t('figure.outbox.age', {
              age: formatAge(language, outbox.oldestAge),
            })}`}
        <br />
        {t('figure.outbox.open', { count: outbox.open })}
        {outbox.refused > 0 && (
          <>
            <br />
            {t('figure.outbox.refused', { count: outbox.refused })}
          </>
        )}
      </Figure>
      <Figure
        label={t('figure.failed')}
        value={queues === null ? '–' : formatNumber(language, failed)}
        isBad={failed > 0}
      >
        {t(queues === null ? 'figure.failed.unknown' : 'figure.failed.text')}
      </Figure>
      <Figure label={t('figure.accounts')} value={formatNumber(language, accounts.total)}>
        {accounts.suspended === 0 ? (
          t('figure.accounts.none')
        ) : (
          <Link to={path('operators?tab=accounts&state=suspended')}>
            {t('figure.accounts.suspended', { count: accounts.suspended })}
          </Link>
        )}
      </Figure>
      <Figure
        label={t('figure.storage')}
        value={storage.checkedAt === null ? '–' : dates.relative(storage.checkedAt)}
        isBad={storage.corrections > 0}
      >
        {storageNote()}
      </Figure>
      <Figure label={t('figure.store')} value={formatBytes(language, storage.usedBytes)}>
        {t(`figure.store.${storage.store}`)}
        {disk && (
          <>
            <br />
            {t('figure.disk', {
              free: formatBytes(language, disk.freeBytes),
              total: formatBytes(language, disk.totalBytes),
            })}
          </>
        )}
      </Figure>
      {backups && (
        <Figure
          label={t('figure.backup')}
          value={backups.backup.wholeAt === null ? '–' : dates.relative(backups.backup.wholeAt)}
          isBad={backups.backup.failure !== null || backups.rehearsal.failure !== null}
        >
          {backups.backup.objects !== null &&
            t('figure.backup.size', {
              count: backups.backup.objects,
              bytes: formatBytes(language, backups.backup.bytes ?? 0),
            })}
          <br />
          {backups.rehearsal.wholeAt === null
            ? t('figure.rehearsal.never')
            : t('figure.rehearsal', { time: dates.relative(backups.rehearsal.wholeAt) })}
        </Figure>
      )}
    </dl>
  );

  function storageNote(): string {
    const { corrections, correctedBytes, checkedAt } = storage;
    if (corrections > 0) {
      const bytes = formatBytes(language, correctedBytes);
      return t('figure.storage.wrong', { count: corrections, bytes });
    }
    return t(checkedAt === null ? 'figure.storage.never' : 'figure.storage.right');
  }
}

function Figure(props: { label: string; value: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt className={primitives.muted}>{props.label}</dt>
      <dd className={classes.figureValue} data-bad={props.isBad || undefined}>
        {props.value}
      </dd>
      <dd className={classes.note}>{props.children}</dd>
    </div>
  );
}
