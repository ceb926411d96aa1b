import type { ResultOf } from '@diorama/shared/contract/index.ts';

/** Payment providers. */
export type PaymentProviderName = ResultOf<'getConfig'>['paymentProviders'][number];
