import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { Button } from '../../components/button/button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { Section, SectionActions } from '../section/section.tsx';
import { AddSource, findSourceProvider } from './add-source.tsx';
import classes from './billing.module.css';
import { PaymentSourceRow } from './payment-source-row.tsx';

/** Cards and wallets for payments, and a button to add one. */
export function PaymentSourcesSection({ accountUuid }: { accountUuid: string }) {
  const { t } = useAccountTranslations();
  const { t: words } = usePaymentTranslations();
  const config = useConfig();
  const [adding, setAdding] = useState<'card' | 'wallet' | null>(null);
  const { data, error, mutate } = useGet('listPaymentSources', { query: { 'account.uuid': accountUuid } });
  const providers = config?.paymentProviders ?? [];
  const canAdd = (kind: 'card' | 'wallet') => findSourceProvider(kind, providers) !== undefined;
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
      {data !== undefined && providers.length > 0 && (
        <SectionActions>
          {canAdd('wallet') && (
            <Button onClick={() => setAdding('wallet')}>{words('sources.addWallet')}</Button>
          )}
          {canAdd('card') && <Button onClick={() => setAdding('card')}>{words('sources.add')}</Button>}
        </SectionActions>
      )}
      {adding !== null && data !== undefined && (
        <AddSource
          kind={adding}
          accountUuid={accountUuid}
          known={data.totalItems}
          onAdded={reload}
          onClose={() => setAdding(null)}
        />
      )}
    </Section>
  );
}
