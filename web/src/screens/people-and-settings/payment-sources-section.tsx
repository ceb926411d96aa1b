import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { Button } from '../../components/button/button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { usePayWords } from '../../hooks/use-pay-words.ts';
import { Section, SectionActions } from '../section/section.tsx';
import { AddCard } from './add-card.tsx';
import classes from './billing.module.css';
import { PaymentSourceRow } from './payment-source-row.tsx';

/** The cards and wallets that are charged, and the way to others. */
export function PaymentSourcesSection({ accountUuid }: { accountUuid: string }) {
  const { t } = useAccountWords();
  const { t: words } = usePayWords();
  const config = useConfig();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, mutate } = useGet('listPaymentSources', { query: { 'account.uuid': accountUuid } });
  const canAdd = config?.paymentProviders.some((name) => name !== 'paypal') ?? false;
  const reload = async () => {
    await mutate();
  };
  return (
    <Section title={t('billing.sources')}>
      {error !== undefined && data === undefined && <ErrorState error={error} onRetry={() => mutate()} />}
      {data === undefined && error === undefined && <Skeleton height="2rem" />}
      {data?.member.length === 0 && <p className={classes.plain}>{t('billing.sources.none')}</p>}
      {data !== undefined && data.member.length > 0 && (
        <ul className={classes.sources}>
          {data.member.map((source) => (
            <PaymentSourceRow key={source.uuid} source={source} onChanged={reload} />
          ))}
        </ul>
      )}
      {canAdd && (
        <SectionActions>
          <Button onClick={() => setIsAdding(true)}>{words('sources.add')}</Button>
        </SectionActions>
      )}
      {isAdding && <AddCard accountUuid={accountUuid} onAdded={reload} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}
