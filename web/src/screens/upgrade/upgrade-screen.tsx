import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatPrice } from '@diorama/shared/i18n/format.ts';
import { CreditCard } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { pathOf } from '../../guards/path-of.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { AuthCard } from '../auth-card.tsx';
import { HomeState } from '../home-state/home-state.tsx';
import { SuspendedNotice } from '../suspended/suspended-notice.tsx';
import { CancelLink } from './cancel-link.tsx';
import { priceOfMonths } from './offered-plans.ts';
import { PayStep } from './pay/pay-step.tsx';
import classes from './upgrade.module.css';

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
  const { t } = useTranslations('account');
  const user = useUser();
  const { workspaces } = useApi();
  useTitle(t('upgrade.page'));
  const workspace = user?.accounts.find(({ uuid, role }) => uuid === accountUuid && role === 'owner');
  const { data, error, reload } = useGet('listPlans', { query: { isActive: 'true', publicDisplay: 'true' } });
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
    return <ErrorState error={error} onRetry={reload} />;
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
  const { t: words } = useTranslations('account');
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

/** Choice between monthly and yearly payment. `?months=` selects one, else the first price is the default. */
function BillingCycle({ plan, workspace }: { plan: PlanResource; workspace: AccountRef }) {
  const { t } = useTranslations('account');
  const { t: words } = useTranslations('pay');
  const path = usePath();
  const [query] = useSearchParams();
  const [chosen, setChosen] = useState(() => priceOfMonths(plan.prices, query.get('months'))?.uuid ?? '');
  const { state } = useLocation();
  return (
    <AuthCard title={t('upgrade.title', { plan: plan.displayName })} intro={workspace.name}>
      <fieldset className="grid min-w-0 p-0 border-0 gap-2">
        <legend className={primitives.legend}>{t('upgrade.cycle')}</legend>
        {plan.prices.map((price) => (
          <Cycle
            key={price.uuid}
            price={price}
            saving={savingOf(plan, price)}
            isChosen={price.uuid === chosen}
            onChoose={() => setChosen(price.uuid)}
          />
        ))}
      </fieldset>
      <ButtonLink
        variant="primary"
        size="large"
        isWide
        state={state}
        to={path(
          pathOf('upgrade_pay', {
            account: workspace.uuid,
            plan: plan.name,
            planPrice: chosen,
            discount: null,
          }),
        )}
      >
        {words('continue')}
      </ButtonLink>
      <CancelLink />
    </AuthCard>
  );
}

/** Saving of a yearly price against twelve months, in cents. */
function savingOf(plan: PlanResource, price: PlanPriceResource): number {
  const monthly = plan.prices.find(({ months }) => months === 1);
  return monthly === undefined ? 0 : monthly.price * price.months - (price.discountedPrice ?? price.price);
}

function Cycle({
  price,
  saving,
  isChosen,
  onChoose,
}: {
  price: PlanPriceResource;
  saving: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t, language } = useTranslations('account');
  const { t: words } = useTranslations('pay');
  const total = price.discountedPrice ?? price.price;
  const money = (cents: number) => formatPrice(language, cents, price.currency);
  return (
    <label className={classes.cycle}>
      <input type="radio" name="cycle" value={price.months} checked={isChosen} onChange={onChoose} />
      <span>
        <span className="flex items-center gap-2 font-medium">
          {t(`upgrade.cycle.${price.months}`)}
          {price.discountPercentage !== null && (
            <Badge kind="success">{t('upgrade.cycle.off', { percent: price.discountPercentage })}</Badge>
          )}
        </span>
        <span className="block text-(--text-2) text-13">
          {t(`upgrade.cycle.${price.months}.text`, {
            price: money(total),
            unit: money(Math.round(total / price.months)),
          })}
        </span>
        {saving > 0 && (
          <span className="block text-(--success) text-13 font-medium">
            {words('cycle.saving', { price: money(saving) })}
          </span>
        )}
      </span>
    </label>
  );
}

/** Layout of the payment pages: always in the light theme, dialogs included. */
export function UpgradeFrame({ children }: { children: ReactNode }) {
  const { theme } = useApi();
  useLayoutEffect(() => theme.forceLight(), [theme]);
  return <AuthLayout>{children}</AuthLayout>;
}
