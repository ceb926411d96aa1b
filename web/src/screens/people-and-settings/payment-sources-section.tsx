import { CreditCard, Wallet } from 'lucide-react';
import { useGet } from '../../api/hooks.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { Section } from '../section/section.tsx';
import classes from './billing.module.css';

/** The contract's number of a card. */
const CARD = 0;

/** The cards and wallets that are charged. */
export function PaymentSourcesSection({ accountUuid }: { accountUuid: string }) {
  const { t } = useAccountWords();
  const { data, error, mutate } = useGet('listPaymentSources', { query: { 'account.uuid': accountUuid } });
  return (
    <Section title={t('billing.sources')}>
      {error !== undefined && data === undefined && <ErrorState error={error} onRetry={() => mutate()} />}
      {data === undefined && error === undefined && <Skeleton height="2rem" />}
      {data?.member.length === 0 && <p className={classes.plain}>{t('billing.sources.none')}</p>}
      {data !== undefined && data.member.length > 0 && (
        <ul className={classes.sources}>
          {data.member.map(({ uuid, type, info, isDefault }) => (
            <li key={uuid} className={classes.source}>
              {type === CARD ? (
                <CreditCard size={20} aria-hidden="true" />
              ) : (
                <Wallet size={20} aria-hidden="true" />
              )}
              {type === CARD
                ? t('billing.sources.card', { last4: textOf(info.last4) })
                : t('billing.sources.wallet', { name: textOf(info.name) })}
              {isDefault && <Badge>{t('billing.sources.default')}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What a provider has told of a source, if it has. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : '–';
}
