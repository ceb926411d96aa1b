import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { supportAddress } from '../../components/support-address.ts';
import { useExternalPages } from '../../hooks/use-external-pages.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthCard } from '../auth-card.tsx';
import { OutcomeFacts, OutcomeSteps } from '../upgrade/pay/outcome-details.tsx';
import { useTrackPayment } from '../upgrade/pay/use-track-payment.ts';
import { UpgradeFrame } from '../upgrade/upgrade-screen.tsx';
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
  const { t } = useTranslations('pay');
  const { order = '' } = useParams();
  const [query] = useSearchParams();
  const completion = useCompletion(order);
  const isSignedIn = useUser() !== null;
  const { trackStored } = useTrackPayment();
  const trackOrder = useEffectEvent(trackStored);
  const named = PLAN_NAMES.find((name) => name === query.get('plan'));
  const plan = named === undefined ? 'Diorama' : PLANS[named].displayName;
  useTitle(t('title', { plan }));
  // Anyone may open the page; only the owner of the workspace reads the order.
  const { data: bought } = useGet('getOrder', isSignedIn ? { params: { id: order } } : null);
  const facts = bought && <OutcomeFacts order={bought} plan={plan} />;
  useEffect(() => {
    if (completion.state === 'success' && isSignedIn) {
      trackOrder(order);
    }
  }, [completion.state, isSignedIn, order]);
  switch (completion.state) {
    case 'processing':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          <OutcomeSteps awaited="confirmed" />
          {facts}
        </AuthCard>
      );
    case 'success':
      return (
        <Success
          plan={plan}
          name={shownName(query.get('username'))}
          isActive={completion.isActive}
          facts={facts}
          hasInvoice={bought !== undefined}
        />
      );
    case 'error':
      return <Failure order={order} facts={facts} />;
  }
}

/** Longest displayed name, in characters, because the address may contain any text. */
const MAX_NAME = 80;

function shownName(name: string | null): string | null {
  const text = name?.trim().slice(0, MAX_NAME) ?? '';
  return text === '' ? null : text;
}

function Success({
  plan,
  name,
  isActive,
  facts,
  hasInvoice,
}: {
  plan: string;
  name: string | null;
  isActive: boolean;
  facts: ReactNode;
  hasInvoice: boolean;
}) {
  const { t } = useTranslations('pay');
  const path = usePath();
  return (
    <AuthCard
      title={name === null ? t('done.title', { plan }) : t('done.greeting', { plan, name })}
      intro={t(isActive ? 'done.text' : 'waiting.text')}
    >
      {!isActive && <Alert kind="warning">{t('waiting.title')}</Alert>}
      <OutcomeSteps awaited={isActive ? null : 'active'} />
      {facts}
      <ButtonLink variant="primary" size="large" isWide to={path('home')}>
        {t('done.action')}
      </ButtonLink>
      {hasInvoice && (
        <ButtonLink size="large" isWide to={path('people-and-settings?tab=billing')}>
          {t('outcome.invoice')}
        </ButtonLink>
      )}
    </AuthCard>
  );
}

function Failure({ order, facts }: { order: string; facts: ReactNode }) {
  const { t } = useTranslations('pay');
  const outside = useExternalPages();
  const { leave } = usePaymentExit();
  return (
    <AuthCard title={t('completed.error.title')} intro={t('completed.error.text')}>
      {facts}
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
