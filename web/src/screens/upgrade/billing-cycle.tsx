import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatPrice } from '@diorama/shared/i18n/format.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { supportAddress } from '../../components/support-address.ts';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useOutside } from '../../hooks/use-outside.ts';
import { usePath } from '../../hooks/use-path.ts';
import { AuthCard } from '../auth-card.tsx';
import classes from './upgrade.module.css';

/** How the plan is paid, by the month or the year, and whom to ask for it; the first price is chosen at first. */
export function BillingCycle({ plan, workspace }: { plan: PlanResource; workspace: AccountRef }) {
  const t = useT();
  const { t: words } = useAccountWords();
  const path = usePath();
  const outside = useOutside();
  const { pathname } = useLocation();
  const [months, setMonths] = useState(plan.prices[0]?.months ?? 1);
  const names = { plan: plan.displayName, workspace: workspace.name };
  const support = supportAddress(outside('support'), {
    page: pathname,
    message: words(`upgrade.message.${months}`, names),
  });
  return (
    <AuthCard title={words('upgrade.title', { plan: plan.displayName })} intro={workspace.name}>
      <fieldset className={classes.cycles}>
        <legend className={classes.legend}>{words('upgrade.cycle')}</legend>
        {plan.prices.map((price) => (
          <Cycle
            key={price.uuid}
            price={price}
            isChosen={price.months === months}
            onChoose={() => setMonths(price.months)}
          />
        ))}
      </fieldset>
      <Alert kind="info">{words('upgrade.how')}</Alert>
      <ButtonAnchor variant="primary" size="large" isWide href={support} target="_blank" rel="noreferrer">
        {words('upgrade.ask', { plan: plan.displayName })}
      </ButtonAnchor>
      <ButtonLink size="large" isWide to={path('scenes')}>
        {t('common.notNow')}
      </ButtonLink>
    </AuthCard>
  );
}

function Cycle({
  price,
  isChosen,
  onChoose,
}: {
  price: PlanPriceResource;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t, language } = useAccountWords();
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
      </span>
    </label>
  );
}
