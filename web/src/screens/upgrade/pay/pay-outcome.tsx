import type { Order, PlanResource } from '@diorama/shared/contract/billing.ts';
import { Button, ButtonLink } from '../../../components/button/button.tsx';
import { usePath } from '../../../hooks/use-path.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { AuthCard } from '../../auth-card.tsx';
import type { PaymentResult } from './await-payment.ts';
import { OutcomeFacts, OutcomeSteps } from './outcome-details.tsx';

/** Page with the result or the progress of a payment, and with the bought plan. */
export function PayOutcome({
  result,
  order,
  plan,
  onAgain,
}: {
  result: PaymentResult | 'waiting';
  order: Order | null;
  plan: PlanResource;
  onAgain: () => void;
}) {
  const { t } = useTranslations('pay');
  const path = usePath();
  const dashboard = (
    <ButtonLink variant="primary" size="large" isWide to={path('home')}>
      {t('done.action')}
    </ButtonLink>
  );
  const facts = order && <OutcomeFacts order={order} plan={plan.displayName} />;
  const invoice = (
    <ButtonLink size="large" isWide to={path('people-and-settings?tab=billing')}>
      {t('outcome.invoice')}
    </ButtonLink>
  );
  switch (result) {
    case 'waiting':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          <OutcomeSteps awaited="confirmed" />
          {facts}
        </AuthCard>
      );
    case 'open':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          <OutcomeSteps awaited="confirmed" />
          {facts}
          {dashboard}
        </AuthCard>
      );
    case 'held':
      return (
        <AuthCard title={t('held.title')} intro={t('held.text')}>
          {facts}
          {dashboard}
        </AuthCard>
      );
    case 'inactive':
      return (
        <AuthCard title={t('waiting.title')} intro={t('waiting.text')}>
          <OutcomeSteps awaited="active" />
          {facts}
          {dashboard}
          {invoice}
        </AuthCard>
      );
    case 'active':
      return (
        <AuthCard title={t('done.title', { plan: plan.displayName })} intro={t('done.text')}>
          <OutcomeSteps awaited={null} />
          {facts}
          {dashboard}
          {invoice}
        </AuthCard>
      );
    case 'failed':
      return (
        <AuthCard title={t('failed.title')} intro={t('failed.text')}>
          {facts}
          <Button variant="primary" size="large" isWide onClick={onAgain}>
            {t('failed.again')}
          </Button>
        </AuthCard>
      );
  }
}
