import type { PlanResource } from '@diorama/shared/contract/billing.ts';
import { Button, ButtonLink } from '../../../components/button/button.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { usePath } from '../../../hooks/use-path.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { AuthCard } from '../../auth-card.tsx';
import type { PaymentResult } from './await-payment.ts';
import classes from './pay.module.css';

/** Result of a payment, or its progress. */
export function PayOutcome({
  result,
  plan,
  onAgain,
}: {
  result: PaymentResult | 'waiting';
  plan: PlanResource;
  onAgain: () => void;
}) {
  const { t } = usePaymentTranslations();
  const path = usePath();
  const dashboard = (
    <ButtonLink variant="primary" size="large" isWide to={path('home')}>
      {t('done.action')}
    </ButtonLink>
  );
  switch (result) {
    case 'waiting':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          <p className={classes.waiting} role="status">
            <Spinner />
          </p>
        </AuthCard>
      );
    case 'open':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          {dashboard}
        </AuthCard>
      );
    case 'held':
      return (
        <AuthCard title={t('held.title')} intro={t('held.text')}>
          {dashboard}
        </AuthCard>
      );
    case 'inactive':
      return (
        <AuthCard title={t('waiting.title')} intro={t('waiting.text')}>
          {dashboard}
        </AuthCard>
      );
    case 'active':
      return (
        <AuthCard title={t('done.title', { plan: plan.displayName })} intro={t('done.text')}>
          {dashboard}
        </AuthCard>
      );
    case 'failed':
      return (
        <AuthCard title={t('failed.title')} intro={t('failed.text')}>
          <Button variant="primary" size="large" isWide onClick={onAgain}>
            {t('failed.again')}
          </Button>
        </AuthCard>
      );
  }
}
