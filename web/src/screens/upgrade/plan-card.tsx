import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatBytes, formatPercent, formatPrice } from '@diorama/shared/i18n/format.ts';
import { featuresOf } from '@diorama/shared/plans.ts';
import { Check } from 'lucide-react';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import primitives from '../../components/primitives.module.css';
import { pathOf } from '../../guards/path-of.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './plans.module.css';

type Price = { months: number; price: number; discountedPrice: number | null };

const CURRENCY = 'USD';

/** Handlers of a choice among plans. */
export type PlanChoice = {
  /** Page without language that a cancelled upgrade returns to; by default the scenes. */
  from?: string;
  /** Called when the user continues with the current plan. */
  onContinue: () => void;
  /** Called when the user follows the link to the upgrade. */
  onChoose?: () => void;
};

/** A plan: price, contents, and a button to choose it. */
export function PlanCard({
  plan,
  account,
  from,
  onContinue,
  onChoose,
}: { plan: PlanResource; account: Account } & PlanChoice) {
  const { t, language } = useTranslations('account');
  const path = usePath();
  const { features } = plan;
  const isCurrent = plan.name === account.subscriptionType;
  const lines = [
    ...featuresOf('bytes').map((name) =>
      t(`billing.plans.feature.${name}`, { bytes: formatBytes(language, features[name]) }),
    ),
    ...featuresOf('count').map((name) => t(`billing.plans.feature.${name}`, { count: features[name] })),
    ...featuresOf('switch').flatMap((name) => (features[name] ? [t(`billing.plans.feature.${name}`)] : [])),
  ];
  return (
    <li className={classes.card} data-current={isCurrent || undefined}>
      <div>
        <h3 className={classes.cardName}>{plan.displayName}</h3>
        <p className={classes.price}>
          {formatPrice(language, plan.priceMonthly ?? 0, CURRENCY)}
          <span>{t('billing.plans.month')}</span>
        </p>
        <YearlyPrice plan={plan} />
      </div>
      <ul className={classes.features}>
        {lines.map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
      {isCurrent && (
        <Button isWide onClick={onContinue}>
          {t('billing.plans.current')}
        </Button>
      )}
      {!isCurrent && account.subscriptionNeedsSync && (
        <Button variant="primary" isWide disabled>
          {t('billing.plans.choose', { plan: plan.displayName })}
        </Button>
      )}
      {!isCurrent && !account.subscriptionNeedsSync && (
        <ButtonLink
          to={path(pathOf('upgrade', { account: account.uuid, plan: plan.name }))}
          variant="primary"
          isWide
          state={{ from }}
          onClick={onChoose}
        >
          {t('billing.plans.choose', { plan: plan.displayName })}
        </ButtonLink>
      )}
    </li>
  );
}

/** Monthly price for yearly payment, after a promotion's discount. */
function YearlyPrice({ plan }: { plan: PlanResource }) {
  const { t, language } = useTranslations('account');
  const offer = yearlyOffer(plan.prices);
  if (offer === null) {
    return null;
  }
  const price = formatPrice(language, offer.unit, CURRENCY);
  const saving = formatPercent(language, offer.saving);
  const off = plan.prices.find(({ months }) => months === 12)?.discountPercentage ?? null;
  return (
    <p className={primitives.muted}>
      {offer.saving > 0
        ? t('billing.plans.yearly', { price, saving })
        : t('billing.plans.yearly.plain', { price })}{' '}
      {off !== null && <Badge kind="success">{t('upgrade.cycle.off', { percent: off })}</Badge>}
    </p>
  );
}

/** A plan's yearly price per month, in cents, and the share that it saves of twelve monthly ones; null if not sold. */
export function yearlyOffer(prices: readonly Price[]): { unit: number; saving: number } | null {
  const yearly = prices.find(({ months }) => months === 12);
  if (yearly === undefined) {
    return null;
  }
  const total = yearly.discountedPrice ?? yearly.price;
  const monthly = prices.find(({ months }) => months === 1)?.price ?? 0;
  const saving = monthly === 0 ? 0 : Math.max(0, 1 - total / (monthly * yearly.months));
  return { unit: Math.round(total / yearly.months), saving };
}
