import type { Order } from '@diorama/shared/contract/billing.ts';
import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { Check } from 'lucide-react';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './pay.module.css';

const STEPS = ['sent', 'confirmed', 'active'] as const;
type Step = (typeof STEPS)[number];

/**
 * Progress of a payment.
 * @param awaited - the step that is in progress; null once all are done
 */
export function OutcomeSteps({ awaited }: { awaited: Step | null }) {
  const { t } = useTranslations('pay');
  const at = awaited === null ? STEPS.length : STEPS.indexOf(awaited);
  return (
    <div role="status">
      <ol className={classes.steps} aria-label={t('outcome.steps')}>
        {STEPS.map((step, index) => (
          <li key={step} data-open={index > at || undefined} aria-current={index === at ? 'step' : undefined}>
            {index < at && <Check size={16} aria-hidden="true" />}
            {index === at && <Spinner />}
            {t(`outcome.step.${step}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The plan, amount and number of an order. */
export function OutcomeFacts({ order, plan }: { order: Order; plan: string }) {
  const { t, language } = useTranslations('pay');
  return (
    <dl className={classes.lines}>
      <div>
        <dt>{t('outcome.bought')}</dt>
        <dd>{t(order.months === 1 ? 'summary.plan.1' : 'summary.plan.12', { plan })}</dd>
      </div>
      <div>
        <dt>{t('outcome.amount')}</dt>
        <dd>{formatMoney(language, order.totalAmount, order.currency)}</dd>
      </div>
      <div>
        <dt>{t('outcome.order')}</dt>
        <dd className="wrap-anywhere text-right">{order.uuid}</dd>
      </div>
    </dl>
  );
}
