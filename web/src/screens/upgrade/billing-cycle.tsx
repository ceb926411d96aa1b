import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatPrice } from '@diorama/shared/i18n/format.ts';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ButtonLink } from '../../components/button/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { pathOf } from '../../guards/path-of.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { AuthCard } from '../auth-card.tsx';
import { CancelLink } from './cancel-link.tsx';
import { priceOfMonths } from './offered-plans.ts';
import classes from './upgrade.module.css';

/** Choice between monthly and yearly payment. `?months=` selects one, else the first price is the default. */
export function BillingCycle({ plan, workspace }: { plan: PlanResource; workspace: AccountRef }) {
  const { t } = useAccountTranslations();
  const { t: words } = usePaymentTranslations();
  const path = usePath();
  const [query] = useSearchParams();
  const [chosen, setChosen] = useState(() => priceOfMonths(plan.prices, query.get('months'))?.uuid ?? '');
  const { state } = useLocation();
  return (
    <AuthCard title={t('upgrade.title', { plan: plan.displayName })} intro={workspace.name}>
      <fieldset className={classes.cycles}>
        <legend className={classes.legend}>{t('upgrade.cycle')}</legend>
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
  const { t, language } = useAccountTranslations();
  const { t: words } = usePaymentTranslations();
  const total = price.discountedPrice ?? price.price;
  const money = (cents: number) => formatPrice(language, cents, price.currency);
  return (
    <label className={classes.cycle}>
      <input type="radio" name="cycle" value={price.months} checked={isChosen} onChange={onChoose} />
      <span>
        <span className={classes.cycleName}>
          {t(`upgrade.cycle.${price.months}`)}
          {price.discountPercentage !== null && (
            <Badge kind="success">{t('upgrade.cycle.off', { percent: price.discountPercentage })}</Badge>
          )}
        </span>
        <span className={classes.cycleText}>
          {t(`upgrade.cycle.${price.months}.text`, {
            price: money(total),
            unit: money(Math.round(total / price.months)),
          })}
        </span>
        {saving > 0 && (
          <span className={classes.saving}>{words('cycle.saving', { price: money(saving) })}</span>
        )}
      </span>
    </label>
  );
}
