import type { Account } from '@diorama/shared/contract/accounts.ts';
import { usedShare } from '@diorama/shared/domain/quota.ts';
import { SUBSCRIPTION_STATUS } from '@diorama/shared/domain/subscription.ts';
import { formatBytes, formatNumber, formatPercent, formatPrice } from '@diorama/shared/i18n/format.ts';
import { STORAGE_WARNING_RATIO } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useSWRConfig } from 'swr';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { supportAddress } from '../../components/support-address.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { pathOf } from '../../guards/path-of.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useExternalPages } from '../../hooks/use-external-pages.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { isPaidTimeOver } from '../upgrade/paid-time.ts';

/** Current plan with its usage; cost and actions are shown to the payer only. */
export function PlanSection({ account, isPayer }: { account: Account; isPayer: boolean }) {
  const t = useT();
  const { t: words, language } = useTranslations('account');
  const dates = useDates();
  const outside = useExternalPages();
  const { pathname } = useLocation();
  const { planPrice, storage, features, totalScenes } = account;
  const price = planPrice && formatPrice(language, planPrice.price, planPrice.currency);
  const until = untilOf(account);
  return (
    <SettingsSection title={words('billing.plan')}>
      <div>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-20 font-semibold">{account.subscriptionTypeDescription}</span>
          {account.subscriptionNeedsSync && <Badge kind="warning">{words('billing.plan.sync')}</Badge>}
          {account.payBefore !== null && <Badge kind="error">{words('billing.plan.failed')}</Badge>}
          {isPayer && (
            <span className={primitives.mutedProse}>
              {price === null || planPrice === null
                ? words('billing.plan.free')
                : words(planPrice.months === 1 ? 'billing.plan.monthly' : 'billing.plan.yearly', { price })}
            </span>
          )}
        </div>
        {account.subscriptionNeedsSync && (
          <p className={primitives.mutedProse}>
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
          <p className={primitives.mutedProse}>{words(until.key, { date: dates.date(until.at) })}</p>
        )}
        {isPayer && account.payBefore !== null && (
          <p className={primitives.mutedProse}>{words('billing.plan.failed.text')}</p>
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
    </SettingsSection>
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
    <div className="flex flex-col gap-1 text-13">
      <div className="flex justify-between gap-3">
        <span>{label}</span>
        <span>{words}</span>
      </div>
      <ProgressBar share={share} label={label} kind={share >= STORAGE_WARNING_RATIO ? 'warning' : 'info'} />
    </div>
  );
}

/**
 * Cancels the plan of a workspace, or undoes the cancellation before the end of the paid period; hidden without one.
 */
function PlanActions({ account }: { account: Account }) {
  const { t } = useTranslations('pay');
  const { client } = useApi();
  const { mutate } = useSWRConfig();
  const dates = useDates();
  const path = usePath();
  const toast = useToast();
  const showError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const isCancelled = account.subscriptionStatus === SUBSCRIPTION_STATUS.cancelled;
  const params = { id: account.uuid };
  const isOver = isPaidTimeOver(account);
  const date = account.expirationDate === null ? '' : dates.date(account.expirationDate);

  const { isBusy, submit } = useSubmit(async () => {
    const changed = await client.call(isCancelled ? 'reactivateAccount' : 'unsubscribeAccount', { params });
    await mutate(urlOf('getAccount', { params }), changed, { revalidate: false });
    toast({
      kind: 'success',
      text: isCancelled
        ? t('plan.reactivated')
        : t(isOver ? 'plan.cancelled.over' : 'plan.cancelled', { date }),
    });
  }, showError);

  if (account.expirationDate === null || account.subscriptionNeedsSync || (isCancelled && isOver)) {
    return null;
  }
  const plan = account.subscriptionTypeDescription;
  return (
    <SectionActions>
      {account.payBefore !== null && (
        <ButtonLink variant="primary" to={path(payPathOf(account))}>
          {t('plan.pay')}
        </ButtonLink>
      )}
      {isCancelled ? (
        <NetworkButton variant="primary" isLoading={isBusy} onClick={() => submit()}>
          {t('plan.reactivate')}
        </NetworkButton>
      ) : (
        <NetworkButton isLoading={isBusy} onClick={() => setIsAsking(true)}>
          {t('plan.cancel')}
        </NetworkButton>
      )}
      {isAsking && (
        <Confirm
          isDangerous
          title={t('plan.cancel.title', { plan })}
          text={t(isOver ? 'plan.cancel.text.over' : 'plan.cancel.text', { plan, date })}
          confirmLabel={t('plan.cancel')}
          cancelLabel={t('plan.cancel.keep', { plan })}
          onConfirm={() => submit()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </SectionActions>
  );
}

/** Page for renewing the plan; if its price is no longer sold, the page for choosing another. */
function payPathOf({ uuid: account, subscriptionType: plan, planPrice }: Account): string {
  return planPrice === null
    ? pathOf('upgrade', { account, plan })
    : pathOf('upgrade_pay', { account, plan, planPrice: planPrice.uuid, discount: null });
}
