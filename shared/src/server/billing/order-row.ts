import type { OrderFacts } from '../../domain/order.ts';

/** An order's row; amounts in cents. */
export type OrderRow = OrderFacts & {
  id: string;
  account_id: string;
  created_by: string | null;
  plan_price: string;
  amount: number;
  discount: number;
  /** Discount code of the order; its amount is in `discount`. */
  discount_id: string | null;
  credit: number;
  total_amount: number;
  refunded: number;
  currency: string;
  months: number;
  provider: string;
  client_token: string | null;
  source_id: string | null;
  transaction_id: string | null;
  error_code: string | null;
  asked_at: string | null;
  /** Time at which the order took effect. */
  began_at: string | null;
  /** The part of the workspace's period that the order paid for. */
  adds_from: string | null;
  adds_until: string | null;
  /** Time of the first request to charge its source. */
  charge_asked_at: string | null;
  taken_currency: string | null;
  created_at: string;
};
