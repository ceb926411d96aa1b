import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatBytes, formatPrice } from '@diorama/shared/i18n/format.ts';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { ButtonLink } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { usePath } from '../../hooks/use-path.ts';
import classes from './billing.module.css';

const CURRENCY = 'USD';

/** The plans there are: free workspaces see no Enterprise, and the plan in force says so. */
export function PlanCards({ account }: { account: Account }) {
  const { t } = useAccountWords();
  const id = useId();
  const [query] = useSearchParams();
  const { data, error, mutate } = useGet('listPlans', { query: { isActive: 'true', publicDisplay: 'true' } });
  const current = account.subscriptionType;
  const chosen = data?.member.find(({ name }) => name === query.get('plan') && name !== current);
  const shown = data?.member.filter(
    ({ name }) => name === current || name === chosen?.name || !(current === 'free' && name === 'enterprise'),
  );
  return (
    <section className={classes.plans} aria-labelledby={id}>
      <h2 id={id} className={classes.plansTitle}>
        {t('billing.plans')}
      </h2>
      {chosen !== undefined && (
        <Alert kind="info">{t('billing.plans.chosen', { plan: chosen.displayName })}</Alert>
      )}
      {error !== undefined && data === undefined && <ErrorState error={error} onRetry={() => mutate()} />}
      {data === undefined && error === undefined && <Skeleton height="18rem" />}
      <ul className={classes.cards}>
        {shown?.map((plan) => (
          <PlanCard
            key={plan.uuid}
            plan={plan}
            account={account}
            isCurrent={plan.name === current}
            isChosen={plan.name === chosen?.name}
          />
        ))}
      </ul>
    </section>
  );
}

function PlanCard({
  plan,
  account,
  isCurrent,
  isChosen,
}: {
  plan: PlanResource;
  account: Account;
  isCurrent: boolean;
  isChosen: boolean;
}) {
  const { t, language } = useAccountWords();
  const path = usePath();
  const { features } = plan;
  const lines = [
    t('billing.plans.storage', { storage: formatBytes(language, features.storage) }),
    t('billing.plans.scenes', { count: features.maxScenes }),
    t('billing.plans.workspaces', { count: features.workspaces }),
    ...(features.customWatermark ? [t('billing.plans.watermark')] : []),
    ...(features.analytics ? [t('billing.plans.analytics')] : []),
  ];
  return (
    <li className={classes.card} data-current={isCurrent || undefined} data-chosen={isChosen || undefined}>
      <div>
        <h3 className={classes.cardName}>{plan.displayName}</h3>
        <p className={classes.price}>
          {formatPrice(language, plan.priceMonthly ?? 0, CURRENCY)}
          <span>{t('billing.plans.month')}</span>
        </p>
        {plan.priceYearly !== null && (
          <p className={classes.plain}>
            {t('billing.plans.yearly', { price: formatPrice(language, plan.priceYearly, CURRENCY) })}
          </p>
        )}
      </div>
      <ul className={classes.features}>
        {lines.map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
      {isCurrent ? (
        <ButtonLink to={path('home')} isWide>
          {t('billing.plans.current')}
        </ButtonLink>
      ) : (
        plan.isPremium &&
        !isChosen &&
        !account.subscriptionNeedsSync && (
          <ButtonLink to={path(`upgrade/${account.uuid}/${plan.name}`)} variant="primary" isWide>
            {t('billing.plans.choose', { plan: plan.displayName })}
          </ButtonLink>
        )
      )}
    </li>
  );
}
