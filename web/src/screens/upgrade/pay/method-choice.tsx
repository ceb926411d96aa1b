import type { PaymentSource } from '@diorama/shared/contract/billing.ts';
import { expiresWithin } from '@diorama/shared/domain/card-expiry.ts';
import { serverNow } from '../../../api/server-time.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import classes from './pay.module.css';
import type { PaymentProviderName } from './provider-name.ts';

/** Payment method of an order: a saved source, or a new one from a provider. */
export type Method = { kind: 'saved'; id: string } | { kind: 'new'; provider: PaymentProviderName };

/** The API's code of a card. */
const CARD = 0;

/** Whether a card has expired. */
export function isExpired({ info: { expMonth, expYear } }: PaymentSource, now: Date): boolean {
  return (
    typeof expMonth === 'number' &&
    typeof expYear === 'number' &&
    expiresWithin({ expMonth, expYear }, now, 0)
  );
}

/** Radio group of the payment methods; hidden if there is only one. Expired cards are disabled. */
export function MethodChoice({
  sources,
  providers,
  method,
  onChange,
}: {
  sources: readonly PaymentSource[];
  providers: readonly PaymentProviderName[];
  method: Method;
  onChange: (method: Method) => void;
}) {
  const { t } = usePaymentTranslations();
  if (sources.length + providers.length < 2) {
    return null;
  }
  const nameOf = (source: PaymentSource) => {
    const name =
      source.type === CARD
        ? t('method.saved.card', { last4: String(source.info.last4 ?? '–') })
        : t('method.saved.wallet', { name: String(source.info.name ?? '–') });
    return isExpired(source, new Date(serverNow())) ? `${name} · ${t('sources.expired')}` : name;
  };
  return (
    <fieldset className={classes.methods}>
      <legend className={classes.heading}>{t('method')}</legend>
      {sources.map((source) => (
        <label key={source.uuid} className={classes.method}>
          <input
            type="radio"
            name="method"
            disabled={isExpired(source, new Date(serverNow()))}
            checked={method.kind === 'saved' && method.id === source.uuid}
            onChange={() => onChange({ kind: 'saved', id: source.uuid })}
          />
          {nameOf(source)}
        </label>
      ))}
      {providers.map((provider) => (
        <label key={provider} className={classes.method}>
          <input
            type="radio"
            name="method"
            checked={method.kind === 'new' && method.provider === provider}
            onChange={() => onChange({ kind: 'new', provider })}
          />
          {sources.length > 0 && provider !== 'paypal' ? t('method.another') : t(`method.${provider}`)}
        </label>
      ))}
    </fieldset>
  );
}
