import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Form } from '../../components/field/form.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTheme } from '../../hooks/use-theme.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { toCard } from '../upgrade/pay/card-fields.ts';
import { CardForm, useCardFields, useSandboxErrorText } from '../upgrade/pay/card-form.tsx';
import { PayPalButtons } from '../upgrade/pay/paypal-buttons.tsx';
import type { PaymentProviderName } from '../upgrade/pay/provider-name.ts';
import { StripeForm } from '../upgrade/pay/stripe-form.tsx';

/** Currency of the plans, for PayPal's script. */
const CURRENCY = 'USD';

const ASK_EVERY_MS = 1_000;
const MAX_ASKS = 15;
/** Number of polls between two requests to the provider. */
const ASKS_EACH = 5;

/** Provider that stores sources of the kind, undefined if there is none. */
export function findSourceProvider(kind: 'card' | 'wallet', providers: readonly PaymentProviderName[]) {
  const [first, second] =
    kind === 'card' ? (['stripe', 'sandbox'] as const) : (['paypal', 'sandbox'] as const);
  return providers.find((name) => name === first) ?? providers.find((name) => name === second);
}

type FormProps = { token: string; provider: string; onSaved: () => Promise<void> };

/** Saves another card or wallet without a payment. */
export function AddSource({
  kind,
  accountUuid,
  known,
  onAdded,
  onClose,
}: {
  kind: 'card' | 'wallet';
  accountUuid: string;
  /** Number of existing sources. */
  known: number;
  onAdded: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslations('pay');
  const toast = useToast();
  const { client } = useApi();
  const providers = useConfig()?.paymentProviders ?? [];
  const provider = findSourceProvider(kind, providers);
  const intent = { params: { id: accountUuid }, query: provider === undefined ? {} : { provider } };
  const request = useGet('getSourceIntent', intent, { revalidateOnFocus: false, revalidateIfStale: true });
  const { data } = request;
  const query = { 'account.uuid': accountUuid };

  /**
   * The server saves the source after the provider's confirmation, which it polls, as not every provider sends
   * webhooks.
   */
  const handleSaved = async () => {
    let isKept = false;
    for (let asked = 0; asked < MAX_ASKS && !isKept; asked += 1) {
      if (asked % ASKS_EACH === 0) {
        await client.call('getSourceIntent', intent);
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      isKept = (await client.call('listPaymentSources', { query })).totalItems > known;
    }
    await onAdded();
    const kept = kind === 'card' ? 'sources.added' : 'sources.addedWallet';
    toast(isKept ? { kind: 'success', text: t(kept) } : { kind: 'info', text: t('sources.later') });
    onClose();
  };
  const SourceForm = kind === 'wallet' ? WalletForm : data?.provider === 'stripe' ? StripeCard : SandboxCard;
  return (
    <Modal title={t(kind === 'card' ? 'sources.add.title' : 'sources.addWallet.title')} onClose={onClose}>
      {data === undefined ? (
        <Pending of={request} placeholder={<Skeleton height="12rem" />} />
      ) : (
        <SourceForm token={data.token} provider={data.provider} onSaved={handleSaved} />
      )}
    </Modal>
  );
}

function SandboxCard({ token, onSaved }: FormProps) {
  const { t } = useTranslations('pay');
  const { client } = useApi();
  const toast = useToast();
  const fields = useCardFields();
  const showError = useErrorToast();
  const sandboxText = useSandboxErrorText();
  const { isBusy, submit } = useSubmit(async () => {
    // A card that needs authentication is approved at once: without a charge, no payment can be refused.
    const body = { ...toCard(fields.values), challenge: 'approve' as const };
    const { error } = await client.call('confirmSandboxPayment', { params: { token }, body });
    if (error !== undefined) {
      toast({ kind: 'error', text: sandboxText(error) });
      return;
    }
    await onSaved();
  }, showError);
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={() => {
        if (fields.validate()) {
          submit();
        }
      }}
    >
      <CardForm fields={fields} />
      <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
        {t('sources.add.save')}
      </NetworkButton>
    </Form>
  );
}

function StripeCard({ token, onSaved }: FormProps) {
  const { t } = useTranslations('pay');
  const toast = useToast();
  const { isDark } = useTheme();
  return (
    <StripeForm
      token={token}
      theme={isDark ? 'night' : 'stripe'}
      action={t('sources.add.save')}
      confirm={({ stripe, elements }) => stripe.confirmSetup({ elements, redirect: 'if_required' })}
      onConfirmed={onSaved}
      onError={(text) => toast({ kind: 'error', text })}
    />
  );
}

/** Saves a wallet: PayPal's own buttons, or the sandbox's. */
function WalletForm(props: FormProps) {
  return props.provider === 'paypal' ? <PayPalWallet {...props} /> : <SandboxWallet {...props} />;
}

function SandboxWallet({ token, onSaved }: FormProps) {
  const { t } = useTranslations('pay');
  const { client } = useApi();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('confirmSandboxPayment', { params: { token }, body: { wallet: 'approve' } });
    await onSaved();
  }, showError);
  return (
    <Form className="flex flex-col gap-4" onSubmit={submit}>
      <Alert kind="info">{t('sources.addWallet.sandbox')}</Alert>
      <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
        {t('sources.addWallet.save')}
      </NetworkButton>
    </Form>
  );
}

function PayPalWallet({ token, onSaved }: FormProps) {
  const { t } = useTranslations('pay');
  const toast = useToast();
  const handleError = (message: string | null) => toast({ kind: 'error', text: message ?? t('load.failed') });
  return (
    <PayPalButtons
      aim={{ setup: token }}
      currency={CURRENCY}
      onApprove={() => {
        onSaved().catch(() => handleError(null));
      }}
      onError={handleError}
    />
  );
}
