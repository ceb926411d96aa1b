import { ORDER_GROUPS, ORDER_STATUS, type OrderCondition, type OrderGroup } from '../../domain/order.ts';

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
