import type { IncomingHttpHeaders } from 'node:http';
import type { Money, PaymentState } from '../../domain/order.ts';

export const PAYMENT_PROVIDERS = ['stripe', 'paypal', 'sandbox'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** The payer at the provider, made on the first payment; `ref` is null until then. */
export type Payer = { accountId: string; ref: string | null };

/** What is to be paid; `orderId` is the idempotency key, so asking twice makes one payment. */
export type PaymentRequest = Money & { orderId: string; payer: Payer };

/** A payment, or the adding of a source, at the provider: its own id, and the secret with which the payer's browser confirms it. */
export type Payment = { ref: string; clientToken: string; payerRef: string | null };

/** A card (0) or a wallet (1) that may be charged again; `info` is what its owner is shown. */
export type Source = { ref: string; type: 0 | 1; info: Record<string, string | number> };

/** What the provider says of a payment; `refunded` minor units were given back. */
export type PaymentReport = Money & {
  state: PaymentState;
  refunded: number;
  /** What the payer's statement and the provider's own pages call it. */
  transactionId: string | null;
  /** The source it was paid with, where that may be charged again. */
  source: Source | null;
  /** Why it failed, in the provider's code. */
  errorCode: string | null;
};

/** What the provider says of the adding of a source. */
export type SetupReport = { state: 'open' | 'done' | 'failed'; source: Source | null };

/**
 * Since when a provider may have been asked already; null: never. Providers forget idempotency keys after some hours, so
 * whoever may have been asked before is first looked up by our own reference.
 */
export type Asked = { askedAt: Date | null };

/** What a source is to be charged with while its owner is away. */
export type ChargeRequest = PaymentRequest & Asked & { sourceRef: string };

/** A charge that may have been made by somebody who did not live to hear of it. */
export type AskedCharge = PaymentRequest & { askedAt: Date };

/** What is to be given back; `refundId` is the idempotency key. */
export type RefundRequest = Money & Asked & { refundId: string; paymentRef: string };

/** A verified notice: it names a payment or a setup and proves nothing else; one that is about neither has no `ref`. */
export type PaymentNotice = { eventId: string; ref: string | null };

/** Somebody who takes money for us. Every method may be called again with the same ids, and then does nothing more. */
export interface PaymentProvider {
  name: PaymentProviderName;
  create(request: PaymentRequest): Promise<Payment>;
  /** Charges a source while its owner is away; what came of it is for `retrieve` to say. */
  charge(request: ChargeRequest): Promise<Payment>;
  /**
   * The charge that was made for an order before, also once its source is gone; null where none was.
   * @throws Error where the provider cannot say so yet, or cannot be reached.
   */
  findCharge(request: AskedCharge): Promise<Payment | null>;
  /**
   * What the provider says now; takes what the payer has approved, unless the order is over.
   * @throws PaymentUnknownError for a payment that it does not know. @throws Error when it cannot be reached.
   */
  retrieve(ref: string, options?: { isOver: boolean }): Promise<PaymentReport>;
  /** Ends a payment that nobody is to make any more; one that was made stays, and one that the provider has forgotten is over. */
  cancel(ref: string): Promise<void>;
  /** Gives money back. @returns the provider's id of the refund. @throws PaymentRefusedError where it will not. */
  refund(request: RefundRequest): Promise<string>;
  setUp(request: { setupId: string; payer: Payer }): Promise<Payment>;
  retrieveSetup(ref: string): Promise<SetupReport>;
  /** Forgets a source; one that is gone already is no error. */
  detach(sourceRef: string): Promise<void>;
  /** @throws InvalidNoticeError for a notice that is unsigned, changed, of somebody else, or older or newer than five minutes. */
  readNotice(raw: Buffer, headers: IncomingHttpHeaders): Promise<PaymentNotice>;
}

/** A notice that did not come from the provider, or not now. */
export class InvalidNoticeError extends Error {
  override readonly name = 'InvalidNoticeError';
}

/** The provider understood and will not, now or later; asking again is of no use. */
export class PaymentRefusedError extends Error {
  override readonly name: string = 'PaymentRefusedError';
  readonly code: string;

  constructor(code: string, options?: { cause?: unknown }) {
    super(`The payment provider refuses: ${code}`, options);
    this.code = code;
  }
}

/** The provider knows nothing of what it was asked about, and never will. */
export class PaymentUnknownError extends PaymentRefusedError {
  override readonly name = 'PaymentUnknownError';
}
