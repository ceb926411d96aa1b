import type { ResultOf } from '@diorama/shared/contract/index.ts';

/** Whoever takes money. */
export type PaymentProviderName = ResultOf<'getConfig'>['paymentProviders'][number];
