import type { Account } from '@diorama/shared/contract/accounts.ts';
import { usedShare } from '@diorama/shared/domain/quota.ts';
import { SUBSCRIPTION_STATUS } from '@diorama/shared/domain/subscription.ts';
import { formatBytes, formatNumber, formatPercent, formatPrice } from '@diorama/shared/i18n/format.ts';
import { STORAGE_WARNING_RATIO } from '@diorama/shared/plans.ts';
import { useLocation } from 'react-router';
import { Badge } from '../../components/feedback/badge.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { supportAddress } from '../../components/support-address.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useExternalPages } from '../../hooks/use-external-pages.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Section } from '../section/section.tsx';
import { isPaidTimeOver } from '../upgrade/paid-time.ts';
import classes from './billing.module.css';
import { PlanActions } from './plan-actions.tsx';

/** Current plan with its usage; cost and actions are shown to the payer only. */
export function PlanSection({ account, isPayer }: { account: Account; isPayer: boolean }) {
  const t = useT();
  const { t: words, language } = useAccountTranslations();
  const dates = useDates();
  const outside = useExternalPages();
  const { pathname } = useLocation();
  const { planPrice, storage, features, totalScenes } = account;
  const price = planPrice && formatPrice(language, planPrice.price, planPrice.currency);
  const until = untilOf(account);
  return (
    <Section title={words('billing.plan')}>
      <div>
        <div className={classes.plan}>
          <span className={classes.planName}>{account.subscriptionTypeDescription}</span>
          {account.subscriptionNeedsSync && <Badge kind="warning">{words('billing.plan.sync')}</Badge>}
          {account.payBefore !== null && <Badge kind="error">{words('billing.plan.failed')}</Badge>}
          {isPayer && (
            <span className={classes.plain}>
              {price === null || planPrice === null
                ? words('billing.plan.free')
                : words(planPrice.months === 1 ? 'billing.plan.monthly' : 'billing.plan.yearly', { price })}
            </span>
          )}
        </div>
        {account.subscriptionNeedsSync && (
          <p className={classes.plain}>
            {words('billing.plan.sync.text')}{' '}
            {isPayer && (
              <a
                href={supportAddress(outside('support'), { page: pathname })}
                target="_blank"
                rel="noreferrer"
              >
                {t('outside.support')}
              </a>
            )}
          </p>
        )}
        {until !== null && (
          <p className={classes.plain}>{words(until.key, { date: dates.date(until.at) })}</p>
        )}
        {isPayer && account.payBefore !== null && (
          <p className={classes.plain}>{words('billing.plan.failed.text')}</p>
        )}
      </div>
      {isPayer && <PlanActions account={account} />}
      <Meter
        label={t('plan.storage')}
        words={t('plan.storage.used', {
          used: formatBytes(language, storage.used),
          available: formatBytes(language, storage.available),
          percent: formatPercent(language, usedShare(storage.used, storage.available)),
        })}
        share={usedShare(storage.used, storage.available)}
      />
      <Meter
        label={t('plan.scenes')}
        words={t('plan.scenes.used', {
          used: formatNumber(language, totalScenes),
          max: formatNumber(language, features.maxScenes),
        })}
        share={usedShare(totalScenes, features.maxScenes)}
      />
    </Section>
  );
}

/** End of the plan with its text key; null for a plan without an end. */
function untilOf({ expirationDate, payBefore, subscriptionStatus }: Account) {
  if (expirationDate === null) {
    return null;
  }
  if (payBefore !== null) {
    return { key: 'billing.plan.failed.ends', at: payBefore } as const;
  }
  if (subscriptionStatus === SUBSCRIPTION_STATUS.cancelled) {
    return { key: 'billing.plan.ends', at: expirationDate } as const;
  }
  const isPast = isPaidTimeOver({ expirationDate });
  return { key: isPast ? 'billing.plan.renewing' : 'billing.plan.renews', at: expirationDate } as const;
}

function Meter({ label, words, share }: { label: string; words: string; share: number }) {
  return (
    <div className={classes.meter}>
      <div className={classes.meterWords}>
        <span>{label}</span>
        <span>{words}</span>
      </div>
      <ProgressBar share={share} label={label} kind={share >= STORAGE_WARNING_RATIO ? 'warning' : 'info'} />
    </div>
  );
}
