import type { IncomingHttpHeaders } from 'node:http';
import type { Money, PaymentState } from '../../../domain/order.ts';

export const PAYMENT_PROVIDERS = ['stripe', 'paypal', 'sandbox'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** The customer at the provider, created with the first payment; `ref` is null until then. */
export type Payer = { accountId: string; ref: string | null };

/** A payment to create; `orderId` is the idempotency key, so a repeated request creates one payment. */
export type PaymentRequest = Money & { orderId: string; payer: Payer };

/** A payment or setup at the provider: its id, and the secret with which the payer's browser confirms it. */
export type Payment = { ref: string; clientToken: string; payerRef: string | null };

/** A card (0) or a wallet (1) for later charges; `info` is shown to its owner. */
export type Source = { ref: string; type: 0 | 1; info: Record<string, string | number> };

/** State of a payment at the provider; `refunded` in minor units. */
export type PaymentReport = Money & {
  state: PaymentState;
  refunded: number;
  /** Id on the payer's statement and in the provider's dashboard. */
  transactionId: string | null;
  /** Payment source, where it can be charged again. */
  source: Source | null;
  /** Provider's error code of a failure. */
  errorCode: string | null;
};

/** State of a setup at the provider. */
export type SetupReport = { state: 'open' | 'done' | 'failed'; source: Source | null };

/**
 * Time of a possible earlier request; null for none. Providers delete idempotency keys after some hours, so
 * an earlier request is looked up by our reference first.
 */
export type PreviouslyRequested = { askedAt: Date | null };

/** An off-session charge of a stored source. */
export type ChargeRequest = PaymentRequest & PreviouslyRequested & { sourceRef: string };

/** A charge that a crashed process may have made. */
export type RequestedCharge = PaymentRequest & { askedAt: Date };

/** A refund to make; `refundId` is the idempotency key. */
export type RefundRequest = Money & PreviouslyRequested & { refundId: string; paymentRef: string };

/** A verified webhook: it identifies a payment or a setup and proves nothing else; others have no `ref`. */
export type WebhookEvent = { eventId: string; ref: string | null };

/** A payment provider. Every method is idempotent for the same ids. */
export interface PaymentProvider {
  name: PaymentProviderName;
  create(request: PaymentRequest): Promise<Payment>;
  /** Charges a source off session; `retrieve` returns the outcome. */
  charge(request: ChargeRequest): Promise<Payment>;
  /**
   * Finds an earlier charge of an order, also after its source was deleted; null without one.
   * @throws Error where the provider cannot answer yet, or is unavailable.
   */
  findCharge(request: RequestedCharge): Promise<Payment | null>;
  /**
   * Returns the current state of a payment, and captures an approved one, unless the order is over.
   * @throws PaymentUnknownError for an unknown payment. @throws Error when the provider is unavailable.
   */
  retrieve(ref: string, options?: { isOver: boolean }): Promise<PaymentReport>;
  /**
   * Cancels an unpaid payment; a paid one is unchanged, and one that the provider has deleted counts as
   * cancelled.
   */
  cancel(ref: string): Promise<void>;
  /**
   * Refunds money. @returns the provider's id of the refund. @throws PaymentRefusedError for a final refusal.
   */
  refund(request: RefundRequest): Promise<string>;
  setUp(request: { setupId: string; payer: Payer }): Promise<Payment>;
  retrieveSetup(ref: string): Promise<SetupReport>;
  /** Deletes a source; a missing one is no error. */
  detach(sourceRef: string): Promise<void>;
  /**
   * @throws InvalidWebhookError for a webhook that is unsigned, changed, foreign, or older or newer than five
   * minutes.
   */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders): Promise<WebhookEvent>;
}

/** A webhook that is not the provider's, or not recent. */
export class InvalidWebhookError extends Error {
  override readonly name = 'InvalidWebhookError';
}

/** The provider refused the request for good; a retry is of no use. */
export class PaymentRefusedError extends Error {
  override readonly name: string = 'PaymentRefusedError';
  readonly code: string;

  constructor(code: string, options?: { cause?: unknown }) {
    super(`The payment provider refuses: ${code}`, options);
    this.code = code;
  }
}

/** The provider does not know the resource, and never will. */
export class PaymentUnknownError extends PaymentRefusedError {
  override readonly name = 'PaymentUnknownError';
}
