import type { PaymentSource } from '@diorama/shared/contract/billing.ts';
import { expiresWithin } from '@diorama/shared/domain/card-expiry.ts';
import { CreditCard, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { serverNow } from '../../api/server-time.ts';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/** The API's code of a card. */
const CARD = 0;
/** Days before its end from which a card shows a warning. */
const SOON_DAYS = 45;

/** One card or wallet: name, expiry, and actions. */
export function PaymentSourceRow({
  source,
  onChanged,
}: {
  source: PaymentSource;
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslations('account');
  const { t: words } = useTranslations('pay');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const { uuid, type, info, isDefault } = source;
  const name =
    type === CARD
      ? t('billing.sources.card', { last4: textOf(info.last4) })
      : t('billing.sources.wallet', { name: textOf(info.name) });
  const { isBusy, submit } = useSubmit(async (change: 'default' | 'remove') => {
    const params = { id: uuid };
    if (change === 'default') {
      await client.call('updatePaymentSource', { params, body: { isDefault: true } });
    } else {
      await client.call('deletePaymentSource', { params });
      toast({ kind: 'success', text: words('sources.removed', { name }) });
    }
    await onChanged();
  }, showError);
  return (
    <li className="flex items-center gap-3 text-13">
      {type === CARD ? <CreditCard size={20} aria-hidden="true" /> : <Wallet size={20} aria-hidden="true" />}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        {name}
        {isDefault && <Badge>{t('billing.sources.default')}</Badge>}
        <Expiry info={info} />
      </span>
      {!isDefault && (
        <NetworkButton size="small" variant="ghost" isLoading={isBusy} onClick={() => submit('default')}>
          {words('sources.makeDefault')}
        </NetworkButton>
      )}
      <Button size="small" variant="ghost" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {words('sources.remove')}
      </Button>
      {isAsking && (
        <Confirm
          isDangerous
          title={words('sources.remove.title', { name })}
          text={words('sources.remove.text')}
          confirmLabel={words('sources.remove')}
          onConfirm={() => submit('remove')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

/** Expiry of a card, with a warning if it is soon. */
function Expiry({ info }: { info: PaymentSource['info'] }) {
  const { t } = useTranslations('pay');
  const { expMonth, expYear } = info;
  if (typeof expMonth !== 'number' || typeof expYear !== 'number') {
    return null;
  }
  const card = { expMonth, expYear };
  const now = new Date(serverNow());
  const date = `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`;
  if (expiresWithin(card, now, 0)) {
    return <Badge kind="error">{t('sources.expired')}</Badge>;
  }
  return (
    <>
      <span className={primitives.mutedProse}>{t('sources.expires', { date })}</span>
      {expiresWithin(card, now, SOON_DAYS) && <Badge kind="warning">{t('sources.expiresSoon')}</Badge>}
    </>
  );
}

/** Text that the provider has sent about a source, or a dash. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : '–';
}
