import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentState } from '../../domain/order.ts';

export const PAYMENT_PROVIDERS = ['stripe', 'paypal', 'sandbox'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** What is to be paid; `orderId` is the idempotency key, so asking twice makes one payment. */
export type PaymentRequest = { orderId: string; amount: number; currency: string };

/** A payment at the provider: its own id, and the secret with which the payer's browser confirms it. */
export type Payment = { ref: string; clientToken: string };

/** A verified notice: it names a payment and proves nothing else. */
export type PaymentNotice = { eventId: string; ref: string };

/** Somebody who takes money for us. */
export interface PaymentProvider {
  name: PaymentProviderName;
  create(request: PaymentRequest): Promise<Payment>;
  /** What the provider says now. @throws Error when it cannot be reached. */
  retrieve(ref: string): Promise<PaymentState>;
  /** @throws InvalidNoticeError for a notice that is unsigned, changed, or older or newer than five minutes. */
  readNotice(raw: Buffer, headers: IncomingHttpHeaders): PaymentNotice;
}

/** A notice that did not come from the provider, or not now. */
export class InvalidNoticeError extends Error {
  override readonly name = 'InvalidNoticeError';
}
