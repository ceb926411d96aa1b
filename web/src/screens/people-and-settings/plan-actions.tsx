import type { Account } from '@diorama/shared/contract/accounts.ts';
import { SUBSCRIPTION_STATUS } from '@diorama/shared/domain/subscription.ts';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { pathOf } from '../../guards/path-of.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { SectionActions } from '../section/section.tsx';
import { isPaidTimeOver } from '../upgrade/paid-time.ts';

/**
 * Cancels the plan of a workspace, or undoes the cancellation before the end of the paid period; hidden without one.
 */
export function PlanActions({ account }: { account: Account }) {
  const { t } = usePaymentTranslations();
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
