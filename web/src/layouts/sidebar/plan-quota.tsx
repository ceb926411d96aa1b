import { usedShare } from '@diorama/shared/domain/quota.ts';
import { formatBytes, formatNumber, formatPercent } from '@diorama/shared/i18n/format.ts';
import { PLAN_NAMES, STORAGE_WARNING_RATIO } from '@diorama/shared/plans.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { Link } from 'react-router';
import { Button } from '../../components/button/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useUpgrade } from '../../screens/upgrade/upgrade-context.tsx';
import classes from './sidebar.module.css';

/** Name of the plan, with its used storage and scenes. */
export function PlanQuota() {
  const t = useT();
  const language = useLanguage();
  const upgrade = useUpgrade();
  const user = useUser();
  const path = usePath();
  const workspace = useWorkspace();
  const { data: account, error } = useAccount();
  // A guest can do nothing about the plan of the host.
  if (workspace?.role === 'guest' || (account === undefined && error !== undefined)) {
    return null;
  }
  if (account === undefined) {
    return (
      // A separate element from the one below, which may be higher: nothing that is visible moves.
      <div
        key="waiting"
        className="flex flex-col shrink-0 gap-3 px-4 pt-4 pb-3 border-t border-(--hairline) text-12"
      >
        <Skeleton width="40%" />
        <Skeleton />
        <Skeleton />
      </div>
    );
  }
  const isOwner = account.owner.uuid === user?.uuid;
  // A suspended workspace can neither be upgraded nor emptied.
  const canChange = account.isActive;
  const isLargest = account.subscriptionType === PLAN_NAMES.at(-1);
  const { storage, features, totalScenes, planPrice, subscriptionNeedsSync: needsSync } = account;
  return (
    <div
      key="known"
      className="flex flex-col shrink-0 gap-3 px-4 pt-4 pb-3 border-t border-(--hairline) text-12"
      data-tour="plan"
    >
      <div className="flex min-h-(--button-small) items-center justify-between gap-2">
        <p className="text-(--text-2) font-medium">
          {t('plan.name', { plan: planPrice?.plan.displayName ?? account.subscriptionTypeDescription })}
        </p>
        {isOwner && needsSync && <Badge kind="warning">{t('plan.sync')}</Badge>}
        {isOwner && canChange && (needsSync || !isLargest) && (
          <Button size="small" disabled={needsSync} onClick={upgrade}>
            {t('nav.upgrade')}
          </Button>
        )}
      </div>
      <Meter
        label={t('plan.storage')}
        words={t('plan.storage.used', {
          used: formatBytes(language, storage.used),
          available: formatBytes(language, storage.available),
          percent: formatPercent(language, usedShare(storage.used, storage.available)),
        })}
        share={usedShare(storage.used, storage.available)}
        warning={t(storage.used < storage.available ? 'plan.storage.warning' : 'plan.storage.full')}
        to={canChange && isManager(workspace?.role) ? path('storage') : undefined}
      />
      <Meter
        label={t('plan.scenes')}
        words={t('plan.scenes.used', {
          used: formatNumber(language, totalScenes),
          max: formatNumber(language, features.maxScenes),
        })}
        share={usedShare(totalScenes, features.maxScenes)}
        warning={t(totalScenes < features.maxScenes ? 'plan.scenes.warning' : 'plan.scenes.full')}
      />
    </div>
  );
}

type MeterProps = { label: string; words: string; share: number; warning: string; to?: string | undefined };

/** A quota bar; `to` is the page with its details. */
function Meter(props: MeterProps) {
  const isWarning = props.share >= STORAGE_WARNING_RATIO;
  return (
    <div className={primitives.stack1}>
      <div className={classes.meterWords}>
        {props.to === undefined ? <span>{props.label}</span> : <Link to={props.to}>{props.label}</Link>}
        <span>{props.words}</span>
      </div>
      <ProgressBar share={props.share} label={props.label} kind={isWarning ? 'warning' : 'info'} />
      {isWarning && <p className="text-(--warning)">{props.warning}</p>}
    </div>
  );
}
