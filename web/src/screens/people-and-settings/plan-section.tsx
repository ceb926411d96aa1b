import type { Account } from '@diorama/shared/contract/accounts.ts';
import { usedShare } from '@diorama/shared/domain/quota.ts';
import { formatBytes, formatNumber, formatPercent, formatPrice } from '@diorama/shared/i18n/format.ts';
import { STORAGE_WARNING_RATIO } from '@diorama/shared/plans.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Section } from '../section/section.tsx';
import classes from './billing.module.css';
import { PlanActions } from './plan-actions.tsx';

/** The contract's number of a subscription that ends with its period. */
const CANCELLED = 3;

/** The plan in force, and how much of it is used; what it costs and what can be done about it only for whoever pays. */
export function PlanSection({ account, isPayer }: { account: Account; isPayer: boolean }) {
  const t = useT();
  const { t: words, language } = useAccountWords();
  const dates = useDates();
  const { planPrice, storage, features, totalScenes } = account;
  const price = planPrice && formatPrice(language, planPrice.price, planPrice.currency);
  const until = account.expirationDate && dates.date(account.expirationDate);
  return (
    <Section title={words('billing.plan')}>
      <div>
        <div className={classes.plan}>
          <span className={classes.planName}>{account.subscriptionTypeDescription}</span>
          {account.subscriptionNeedsSync && <Badge kind="warning">{words('billing.plan.sync')}</Badge>}
          {isPayer && (
            <span className={classes.plain}>
              {price === null || planPrice === null
                ? words('billing.plan.free')
                : words(planPrice.months === 1 ? 'billing.plan.monthly' : 'billing.plan.yearly', { price })}
            </span>
          )}
        </div>
        {account.subscriptionNeedsSync && <p className={classes.plain}>{words('billing.plan.sync.text')}</p>}
        {until !== null && (
          <p className={classes.plain}>
            {words(account.subscriptionStatus === CANCELLED ? 'billing.plan.ends' : 'billing.plan.renews', {
              date: until,
            })}
          </p>
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
