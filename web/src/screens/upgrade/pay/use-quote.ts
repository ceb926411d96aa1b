import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { DiscountRefusal } from '@diorama/shared/domain/discount.ts';
import { useGet } from '../../../api/hooks.ts';
import { refusalOf } from './discount-refusal.ts';

/** Quote of an order. */
export type OrderQuote = ResultOf<'quoteOrder'>;

/** Requests a quote with a discount code; a refusal keeps the previous quote. */
export function useQuote(order: { account: string; planPrice: string; discount: string | null }): {
  quote: OrderQuote | undefined;
  refusal: DiscountRefusal | null;
  error: unknown;
  retry: () => void;
} {
  const { account, planPrice, discount } = order;
  const { data, error, mutate } = useGet('quoteOrder', {
    params: { account, planPrice },
    query: discount === null ? {} : { discount },
  });
  const failure = data === undefined ? error : undefined;
  return { quote: data, refusal: refusalOf(failure), error: failure, retry: () => mutate() };
}
