import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { PlanResource } from '@diorama/shared/contract/billing.ts';
import { CreditCard } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { pathOf } from '../../guards/path-of.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { HomeState } from '../home-state/home-state.tsx';
import { SuspendedNotice } from '../suspended/suspended-notice.tsx';
import { BillingCycle } from './billing-cycle.tsx';
import { PayStep } from './pay/pay-step.tsx';
import { UpgradeFrame } from './upgrade-frame.tsx';

/** Redirects to the first step. */
export function UpgradeScreen() {
  const path = usePath();
  const { account = '', plan = '' } = useParams();
  const { state } = useLocation();
  return <Navigate replace state={state} to={path(pathOf('upgrade_billing_cycle', { account, plan }))} />;
}

/**
 * Steps from choosing a plan to activating it, for the user's own workspace; in the light theme, like all payment
 * pages.
 */
export function UpgradeStepScreen() {
  const { account = '', plan = '', planPrice, discount } = useParams();
  return (
    <UpgradeFrame>
      <ChosenPlan accountUuid={account} planName={plan}>
        {(chosen, workspace) => {
          const price = chosen.prices.find(({ uuid }) => uuid === planPrice);
          return price === undefined ? (
            <BillingCycle plan={chosen} workspace={workspace} />
          ) : (
            <PayStep
              key={price.uuid}
              plan={chosen}
              price={price}
              workspace={workspace}
              discount={discount ?? null}
            />
          );
        }}
      </ChosenPlan>
    </UpgradeFrame>
  );
}

function ChosenPlan({
  accountUuid,
  planName,
  children,
}: {
  accountUuid: string;
  planName: string;
  children: (plan: PlanResource, workspace: AccountRef) => ReactNode;
}) {
  const { t } = useAccountTranslations();
  const user = useUser();
  const { workspaces } = useApi();
  useTitle(t('upgrade.page'));
  const workspace = user?.accounts.find(({ uuid, role }) => uuid === accountUuid && role === 'owner');
  const { data, error, mutate } = useGet('listPlans', { query: { isActive: 'true', publicDisplay: 'true' } });
  const config = useConfig();
  const { data: account } = useGet('getAccount', workspace ? { params: { id: workspace.uuid } } : null);
  const userUuid = user?.uuid;
  const isTheirs = workspace !== undefined;
  useEffect(() => {
    if (userUuid !== undefined && isTheirs) {
      workspaces.choose(userUuid, accountUuid);
    }
  }, [workspaces, userUuid, isTheirs, accountUuid]);
  if (error !== undefined && data === undefined) {
    return <ErrorState error={error} onRetry={() => mutate()} />;
  }
  if (data === undefined || config === undefined) {
    return <Skeleton width="min(100%, 31.25rem)" height="20rem" />;
  }
  if (config.payments === null) {
    return <UpgradeUnavailable />;
  }
  if (workspace?.isActive === false) {
    return <SuspendedNotice workspace={workspace.name} reason={account?.suspensionReason ?? null} />;
  }
  const plan = data.member.find(isSold(planName));
  return workspace === undefined || plan === undefined ? <NothingToChoose /> : children(plan, workspace);
}

const isSold = (wanted: string) => (plan: PlanResource) => plan.name === wanted && plan.prices.length > 0;

function NothingToChoose() {
  const t = useT();
  const { t: words } = useAccountTranslations();
  const path = usePath();
  return (
    <EmptyState
      heading="h1"
      title={words('upgrade.none.title')}
      text={words('upgrade.none.text')}
      action={<ButtonLink to={path('home')}>{t('notFound.home')}</ButtonLink>}
    />
  );
}

/** Explains that plans cannot be bought, as the installation has no payment provider. */
function UpgradeUnavailable() {
  const t = useT();
  return (
    <HomeState
      icon={CreditCard}
      title={t('upgrade.unavailable.title')}
      text={t('upgrade.unavailable.text')}
    />
  );
}
