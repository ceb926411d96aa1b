import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';
import { useEffect, useEffectEvent } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Button, ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { supportAddress } from '../../components/support-address.ts';
import { useExternalPages } from '../../hooks/use-external-pages.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthCard } from '../auth-card.tsx';
import classes from '../upgrade/pay/pay.module.css';
import { useTrackPayment } from '../upgrade/pay/use-track-payment.ts';
import { UpgradeFrame } from '../upgrade/upgrade-frame.tsx';
import { usePaymentExit } from '../upgrade/use-exit.ts';
import { useCompletion } from './use-completion.ts';

/** Result of a payment after a redirect; the order's id suffices to view it. */
export function UpgradeCompletedScreen() {
  return (
    <UpgradeFrame>
      <Completion />
    </UpgradeFrame>
  );
}

function Completion() {
  const { t } = usePaymentTranslations();
  const { order = '' } = useParams();
  const [query] = useSearchParams();
  const completion = useCompletion(order);
  const isSignedIn = useUser() !== null;
  const { trackStored } = useTrackPayment();
  const tellOf = useEffectEvent(trackStored);
  const named = PLAN_NAMES.find((name) => name === query.get('plan'));
  const plan = named === undefined ? 'Diorama' : PLANS[named].displayName;
  useTitle(t('title', { plan }));
  useEffect(() => {
    if (completion.state === 'success' && isSignedIn) {
      tellOf(order);
    }
  }, [completion.state, isSignedIn, order]);
  switch (completion.state) {
    case 'processing':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          <p className={classes.waiting} role="status">
            <Spinner />
          </p>
        </AuthCard>
      );
    case 'success':
      return <Success plan={plan} name={shownName(query.get('username'))} isActive={completion.isActive} />;
    case 'error':
      return <Failure order={order} />;
  }
}

/** Longest displayed name, in characters, because the address may contain any text. */
const MAX_NAME = 80;

function shownName(name: string | null): string | null {
  const text = name?.trim().slice(0, MAX_NAME) ?? '';
  return text === '' ? null : text;
}

function Success({ plan, name, isActive }: { plan: string; name: string | null; isActive: boolean }) {
  const { t } = usePaymentTranslations();
  const path = usePath();
  return (
    <AuthCard
      title={name === null ? t('done.title', { plan }) : t('done.greeting', { plan, name })}
      intro={t(isActive ? 'done.text' : 'waiting.text')}
    >
      {!isActive && <Alert kind="warning">{t('waiting.title')}</Alert>}
      <ButtonLink variant="primary" size="large" isWide to={path('home')}>
        {t('done.action')}
      </ButtonLink>
    </AuthCard>
  );
}

function Failure({ order }: { order: string }) {
  const { t } = usePaymentTranslations();
  const outside = useExternalPages();
  const { leave } = usePaymentExit();
  return (
    <AuthCard title={t('completed.error.title')} intro={t('completed.error.text')}>
      <ButtonAnchor
        variant="primary"
        size="large"
        isWide
        href={supportAddress(outside('support'), { order })}
        target="_blank"
        rel="noreferrer"
      >
        {t('completed.chat')}
      </ButtonAnchor>
      <Button size="large" isWide onClick={leave}>
        {t('completed.notNow')}
      </Button>
    </AuthCard>
  );
}
