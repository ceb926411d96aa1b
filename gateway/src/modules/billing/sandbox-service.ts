import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { InputOf, OutputOf } from '@diorama/shared/contract/index.ts';
import { fullYear } from '@diorama/shared/domain/card-expiry.ts';
import type { PaymentState } from '@diorama/shared/domain/order.ts';
import {
  type CardOutcome,
  classifyCard,
  digitsOf,
  SANDBOX_MESSAGES,
  type WebhookBehaviour,
} from '@diorama/shared/domain/sandbox-cards.ts';
import { createSandboxProvider } from '@diorama/shared/server/billing/providers/sandbox.ts';
import {
  confirmSandboxPayment,
  type SandboxSource,
} from '@diorama/shared/server/billing/sandbox-payments.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import type { Deps } from '../../deps.ts';

/** Delay of the sandbox's webhooks, like that of a card company. */
const NOTICE_DELAY_MS = 150;
const COUNT: Record<WebhookBehaviour, number> = { never: 0, once: 1, twice: 2 };
const STATE: Record<CardOutcome['status'], PaymentState> = {
  succeeded: 'succeeded',
  requires_action: 'requires_action',
  failed: 'failed',
};

type Confirmation = InputOf<'confirmSandboxPayment'>['body'];

/** The sandbox's payment form, in place of the card company that a payer's browser would talk to. */
export function createSandboxService(deps: Deps) {
  const { db, env, clock, logger, payments } = deps;
  const provider = createSandboxProvider({ db, secretKeys: env.secretKeys, clock });

  /** Sends a signed webhook to this server over HTTP, some time later. */
  const sendWebhooks = (ref: string, behaviour: WebhookBehaviour) => {
    const eventId = `evt_${uuidv7()}`;
    for (let sent = 0; sent < COUNT[behaviour]; sent += 1) {
      setTimeout(() => {
        const { raw, headers } = provider.writeWebhook(eventId, ref);
        const url = `http://127.0.0.1:${env.port}/api/webhooks/sandbox`;
        fetch(url, { method: 'POST', body: new Uint8Array(raw), headers }).catch((err: unknown) =>
          logger.warn({ err }, 'sandbox webhook failed; polling will settle the order'),
        );
      }, NOTICE_DELAY_MS);
    }
  };

  return {
    confirm: async (token: string, body: Confirmation): Promise<OutputOf<'confirmSandboxPayment'>> => {
      if (payments.find('sandbox') === null) {
        throw new CodedError('payment.unavailable');
      }
      const outcome = classify(body, clock.now());
      const errorCode = outcome.status === 'failed' ? outcome.code : null;
      const payment = existing(
        await confirmSandboxPayment(db, token, {
          state: STATE[outcome.status],
          errorCode,
          source: sourceOf(body),
        }),
      );
      if (payment.state === 'cancelled') {
        const code = 'payment_closed';
        return { status: 'failed', error: { code, message: SANDBOX_MESSAGES[code] } };
      }
      if (!payment.changed) {
        return { status: 'succeeded' };
      }
      sendWebhooks(payment.id, outcome.status === 'succeeded' ? outcome.notices : 'once');
      return outcome.status === 'failed'
        ? { status: 'failed', error: { code: outcome.code, message: SANDBOX_MESSAGES[outcome.code] } }
        : { status: outcome.status };
    },
  };
}

function classify(body: Confirmation, now: Date): CardOutcome {
  if (!('wallet' in body)) {
    return classifyCard(body, now);
  }
  return body.wallet === 'approve'
    ? { status: 'succeeded', notices: 'once' }
    : { status: 'failed', code: 'wallet_denied' };
}

/** Stored fields of a card: never its number or code. */
function sourceOf(body: Confirmation): SandboxSource {
  return 'wallet' in body
    ? { type: 1 }
    : {
        type: 0,
        last4: digitsOf(body.number).slice(-4),
        brand: 'visa',
        expMonth: body.expMonth,
        expYear: fullYear(body.expYear),
      };
}
