import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Button, ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { supportAddress } from '../../components/support-address.ts';
import { useOutside } from '../../hooks/use-outside.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePayWords } from '../../hooks/use-pay-words.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthCard } from '../auth-card.tsx';
import classes from '../upgrade/pay/pay.module.css';
import { UpgradeFrame } from '../upgrade/upgrade-frame.tsx';
import { useCompletion } from './use-completion.ts';

/** What became of a payment that its payer had to leave for; anybody who knows the order may look. */
export function UpgradeCompletedScreen() {
  return (
    <UpgradeFrame>
      <Completion />
    </UpgradeFrame>
  );
}

function Completion() {
  const { t } = usePayWords();
  const { order = '' } = useParams();
  const [query] = useSearchParams();
  const state = useCompletion(order);
  const named = PLAN_NAMES.find((name) => name === query.get('plan'));
  const plan = named === undefined ? 'Diorama' : PLANS[named].displayName;
  useTitle(t('title', { plan }));
  switch (state) {
    case 'processing':
      return (
        <AuthCard title={t('processing.title')} intro={t('processing.text')}>
          <p className={classes.waiting} role="status">
            <Spinner />
          </p>
        </AuthCard>
      );
    case 'success':
      return <Success plan={plan} />;
    case 'inactive':
      return (
        <AuthCard title={t('waiting.title')} intro={t('waiting.text')}>
          <Dashboard />
        </AuthCard>
      );
    case 'error':
      return <Failure order={order} />;
  }
}

function Success({ plan }: { plan: string }) {
  const { t } = usePayWords();
  return (
    <AuthCard title={t('done.title', { plan })} intro={t('done.text')}>
      <Dashboard />
    </AuthCard>
  );
}

function Dashboard() {
  const { t } = usePayWords();
  const path = usePath();
  return (
    <ButtonLink variant="primary" size="large" isWide to={path('home')}>
      {t('done.action')}
    </ButtonLink>
  );
}

function Failure({ order }: { order: string }) {
  const { t } = usePayWords();
  const outside = useOutside();
  const navigate = useNavigate();
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
      <Button size="large" isWide onClick={() => navigate(-1)}>
        {t('completed.notNow')}
      </Button>
    </AuthCard>
  );
}
