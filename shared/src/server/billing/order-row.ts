import {
  ORDER_GROUPS,
  ORDER_STATUS,
  type OrderCondition,
  type OrderFacts,
  type OrderGroup,
} from '../../domain/order.ts';

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

/**
 * SQL condition of the orders of a group.
 * @param alias - alias of the table `orders`
 */
export function isInGroupSql(group: OrderGroup, alias = 'o'): string {
  const alternatives = ORDER_GROUPS[group].map((condition: OrderCondition) => toSql(condition, alias));
  return alternatives.length === 1 ? alternatives.join() : `((${alternatives.join(') or (')}))`;
}

function toSql({ status, ...columns }: OrderCondition, alias: string): string {
  const codes = status?.map((state) => ORDER_STATUS[state]) ?? [];
  const states =
    codes.length === 0
      ? []
      : [codes.length === 1 ? `${alias}.status = ${codes}` : `${alias}.status in (${codes.join(', ')})`];
  const others = Object.entries(columns).map(([column, wanted]) => {
    const name = `${alias}.${column}`;
    if (typeof wanted === 'boolean') {
      return wanted ? name : `not ${name}`;
    }
    if (wanted === null) {
      return `${name} is null`;
    }
    return wanted === 'set' ? `${name} is not null` : `${name} = '${wanted}'`;
  });
  return [...states, ...others].join(' and ');
}
