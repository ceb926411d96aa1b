import { formatBytes, formatNumber } from '@diorama/shared/i18n/format.ts';
import { WorkspaceLogo } from '../../components/avatar/workspace-logo.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import primitives from '../../components/primitives.module.css';
import { useDates } from '../../hooks/use-dates.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './accounts.module.css';
import type { AccountItem } from './use-suspension.ts';

/** One workspace: owner, size, and whether it is suspended. */
export function AccountRow({
  account,
  isOwn,
  isBusy,
  onSuspend,
  onReactivate,
}: {
  account: AccountItem;
  isOwn: boolean;
  isBusy: boolean;
  onSuspend: () => void;
  onReactivate: () => void;
}) {
  const { t } = useTranslations('operators');
  const { name = '', isActive = true } = account;
  return (
    <li className={classes.row} data-suspended={!isActive || undefined}>
      <WorkspaceLogo workspace={{ name, logoUrl: account.logoUrl ?? null }} size={32} />
      <span className="flex min-w-0 flex-col">
        <span className={primitives.titleRow}>
          <span className="font-medium wrap-anywhere">{name}</span>
          {isOwn && <Badge kind="info">{t('accounts.yours')}</Badge>}
          {!isActive && <Badge kind="warning">{t('accounts.suspended')}</Badge>}
        </span>
        <span className={primitives.mutedProse}>
          {account.owner?.name} · {account.ownerEmail}
        </span>
        <SuspendedNote account={account} />
      </span>
      <AccountFacts account={account} />
      <span className={classes.action}>
        {isActive ? (
          <NetworkButton
            isLoading={isBusy}
            aria-label={t('accounts.suspend.of', { name })}
            onClick={onSuspend}
          >
            {t('accounts.suspend')}
          </NetworkButton>
        ) : (
          <NetworkButton
            variant="primary"
            isLoading={isBusy}
            aria-label={t('accounts.reactivate.of', { name })}
            onClick={onReactivate}
          >
            {t('accounts.reactivate')}
          </NetworkButton>
        )}
      </span>
    </li>
  );
}

function SuspendedNote({ account }: { account: AccountItem }) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  const { isActive, suspendedAt, suspendedBy, suspensionReason } = account;
  if (isActive || !suspendedAt) {
    return null;
  }
  const time = dates.relative(suspendedAt);
  return (
    <>
      <span className={primitives.mutedProse}>
        {suspendedBy
          ? t('accounts.suspended.by', { time, name: suspendedBy })
          : t('accounts.suspended.at', { time })}
      </span>
      {suspensionReason && <span className={primitives.mutedProse}>{suspensionReason}</span>}
    </>
  );
}

function AccountFacts({ account }: { account: AccountItem }) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  const { plan = '', storage, totalScenes = 0, totalMembers = 0, createdAt } = account;
  const facts = [
    [t('accounts.plan'), plan],
    [
      t('accounts.storage'),
      storage &&
        t('accounts.storage.used', {
          used: formatBytes(language, storage.used),
          available: formatBytes(language, storage.available),
        }),
    ],
    [t('accounts.scenes'), formatNumber(language, totalScenes)],
    // The owner is no member, but counts as a user of the workspace.
    [t('accounts.people'), formatNumber(language, totalMembers + 1)],
    [t('accounts.created'), createdAt && dates.date(createdAt)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
