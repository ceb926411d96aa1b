import type { Money, PaymentState } from '@diorama/shared/domain/order.ts';
import {
  type PaymentProvider,
  PaymentRefusedError,
  type PaymentRequest,
} from '@diorama/shared/server/billing/providers/provider.ts';

type ModelPayment = Money & {
  ref: string;
  orderId: string;
  accountId: string;
  state: PaymentState;
  refunded: number;
};

/** Failure of one call. Either the call is not made, or its answer is lost, as when the caller dies. */
export type ProviderFault = 'refuses-to-answer' | 'answer-lost' | null;

/** An in-memory provider that holds the true payments, and fails on request. */
export type ModelProvider = PaymentProvider & {
  payments: Map<string, ModelPayment>;
  /** Decides the failure of the next call. */
  mishap: () => ProviderFault;
  /** Changes the amount of a payment before its capture, as an outsider might. */
  tamper(ref: string): void;
  /**
   * Confirms a payment in the payer's browser if it is still possible.
   * @returns whether money was captured.
   */
  pay(ref: string, isGood: boolean): boolean;
};

/** The provider was not reached, or its answer was lost. */
export class ProviderFaultError extends Error {
  override readonly name = 'ProviderFaultError';
}

/**
 * A provider whose calls may fail before or after they took effect. It drops idempotency keys at once: a
 * caller that claims a first request is charged, or refunded, again.
 */
export function createModelProvider(): ModelProvider {
  const payments = new Map<string, ModelPayment>();
  const byOrder = new Map<string, string>();
  const refunds = new Map<string, string>();

  const open = (request: PaymentRequest, isAskedAgain = true): ModelPayment => {
    const known = isAskedAgain ? payments.get(byOrder.get(request.orderId) ?? '') : undefined;
    if (known) {
      return known;
    }
    const ref = `pay-${payments.size + 1}`;
    const { orderId, amount, currency, payer } = request;
    const payment: ModelPayment = {
      ref,
      orderId,
      accountId: payer.accountId,
      amount,
      currency,
      state: 'created',
      refunded: 0,
    };
    payments.set(ref, payment);
    byOrder.set(orderId, ref);
    return payment;
  };
  const get = (ref: string): ModelPayment => {
    const payment = payments.get(ref);
    if (!payment) {
      throw new Error(`There is no payment ${ref}`);
    }
    return payment;
  };
  /** Makes a call that may fail. */
  const call = async <Answer>(make: () => Answer): Promise<Answer> => {
    const mishap = provider.mishap();
    if (mishap === 'refuses-to-answer') {
      throw new ProviderFaultError('nobody answers');
    }
    const answer = make();
    if (mishap === 'answer-lost') {
      throw new ProviderFaultError('the answer was lost');
    }
    return answer;
  };

  const provider: ModelProvider = {
    name: 'sandbox',
    payments,
    mishap: () => null,
    tamper: (ref) => {
      const payment = get(ref);
      if (payment.state === 'created') {
        payment.amount -= 1;
      }
    },
    pay: (ref, isGood) => {
      const payment = get(ref);
      const canBePaid = payment.state === 'created' || payment.state === 'failed';
      if (canBePaid) {
        payment.state = isGood ? 'succeeded' : 'failed';
      }
      return canBePaid && isGood;
    },
    create: (request) =>
      call(() => {
        const { ref } = open(request);
        return { ref, clientToken: `token-${ref}`, payerRef: null };
      }),
    charge: (request) =>
      call(() => {
        const payment = open(request, request.askedAt !== null);
        if (payment.state === 'created') {
          payment.state = request.sourceRef.startsWith('bad') ? 'failed' : 'succeeded';
        }
        return { ref: payment.ref, clientToken: '', payerRef: null };
      }),
    findCharge: ({ orderId }) =>
      call(() => {
        const ref = byOrder.get(orderId);
        return ref === undefined ? null : { ref, clientToken: '', payerRef: null };
      }),
    retrieve: (ref) =>
      call(() => {
        const { amount, currency, refunded, state, accountId } = get(ref);
        return {
          amount,
          currency,
          refunded,
          state: state === 'succeeded' && refunded === amount ? ('refunded' as const) : state,
          transactionId: ref,
          source: { ref: `card-${accountId}`, type: 0 as const, info: { last4: '4242' } },
          errorCode: null,
        };
      }),
    cancel: (ref) =>
      call(() => {
        const payment = get(ref);
        if (payment.state !== 'succeeded') {
          payment.state = 'cancelled';
        }
      }),
    refund: ({ refundId, paymentRef, amount, askedAt }) =>
      call(() => {
        const known = refunds.get(refundId);
        if (known && askedAt !== null) {
          return known;
        }
        const payment = get(paymentRef);
        if (payment.refunded + amount > payment.amount || payment.state !== 'succeeded') {
          throw new PaymentRefusedError('too_much');
        }
        payment.refunded += amount;
        refunds.set(refundId, `refund-${refundId}`);
        return `refund-${refundId}`;
      }),
    setUp: () => Promise.reject(new PaymentRefusedError('no_setups')),
    retrieveSetup: () => Promise.resolve({ state: 'open', source: null }),
    detach: () => Promise.resolve(),
    verifyWebhook: () => Promise.reject(new Error('Notices of the model are written by hand')),
  };
  return provider;
}
