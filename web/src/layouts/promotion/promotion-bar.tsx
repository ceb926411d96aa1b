import { PROMOTED, promotionTimeLeft, writeTimeLeft } from '@diorama/shared/domain/promotion.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { serverNow } from '../../api/server-time.ts';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import classes from './promotion-bar.module.css';

const SECOND_MS = 1_000;

/** Offers owners on the Free plan the temporarily discounted plan, with a countdown to its end. */
export function PromotionBar() {
  const promotion = useConfig()?.promotion ?? null;
  const { data: account } = useAccount();
  const isOwner = useWorkspace()?.role === 'owner';
  if (promotion === null || !isOwner || account?.subscriptionType !== 'free' || !account.isActive) {
    return null;
  }
  return <Countdown account={account.uuid} end={Date.parse(promotion.endsAt)} percent={promotion.discount} />;
}

function Countdown({ account, end, percent }: { account: string; end: number; percent: number }) {
  const t = useT();
  const path = usePath();
  const [now, setNow] = useState(serverNow);
  const left = promotionTimeLeft(end, now);
  const isOver = left === null;
  useEffect(() => {
    if (isOver) {
      return;
    }
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (left === null) {
    return null;
  }
  return (
    <aside className={classes.bar} aria-label={t('promotion.label')}>
      <p>
        {t('promotion.text', { percent })}{' '}
        <span role="timer" aria-live="off" className="ml-2 tabular-nums">
          {writeTimeLeft(left)}
        </span>
      </p>
      <Link
        className={classes.action}
        to={path(`upgrade/${account}/${PROMOTED.plan}/billing-cycle?months=${PROMOTED.months}`)}
      >
        {t('promotion.action')}
      </Link>
    </aside>
  );
}
