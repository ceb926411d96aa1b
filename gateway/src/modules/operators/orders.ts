import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { OperatorOrder, operatorRoutes } from '@diorama/shared/contract/operators.ts';
import { holdReasonOf } from '@diorama/shared/domain/order.ts';
import { findPlanPrice } from '@diorama/shared/plans.ts';
import { acceptHeld } from '@diorama/shared/server/billing/held-orders.ts';
import {
  listOperatorOrders,
  type OperatorOrderRow,
  readRevenue,
} from '@diorama/shared/server/billing/operator-orders.queries.ts';
import { refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { CURRENCY } from '../billing/serializer.ts';
import { pageOf, serializePage } from '../pagination.ts';

type OrderRoutes = Pick<
  typeof operatorRoutes,
  'listOperatorOrders' | 'refundOrder' | 'acceptOrder' | 'getRevenue'
>;

/** Orders and payments, for operators. */
export function operatorOrderHandlers({ db, logger }: Deps): HandlersOf<OrderRoutes> {
  return {
    listOperatorOrders: async ({ query }) => {
      const { rows, total } = await listOperatorOrders(db, {
        q: query.q?.trim() || null,
        state: query.state ?? null,
        ...pageOf(query),
      });
      return serializePage('/api/operators/orders', query, {
        items: rows.map(serializeOperatorOrder),
        total,
      });
    },

    refundOrder: async ({ params, body }, { actor }) => {
      const refund = { orderId: params.id, amount: body.amount ?? null, userId: actor.userId };
      const asked = existing(await refundOrder(db, refund));
      if (!asked) {
        throw new CodedError('request.conflict');
      }
      logger.info(refund, 'refund requested by operator');
      return undefined;
    },

    acceptOrder: async ({ params, body }, { actor }) => {
      const price = body.planPrice ? findPlanPrice(body.planPrice) : null;
      if (price === undefined || !(await acceptHeld(db, { orderId: params.id, price }))) {
        throw new CodedError('request.not-found');
      }
      logger.info(
        { orderId: params.id, price: price?.uuid ?? null, userId: actor.userId },
        'order accepted by operator',
      );
      return undefined;
    },

    getRevenue: async (_input, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      const rows = await readRevenue(db);
      return {
        '@id': '/api/operators/revenue',
        '@type': 'Revenue',
        currency: CURRENCY,
        months: rows.map(({ failed_renewals: failedRenewals, ...month }) => ({ ...month, failedRenewals })),
      };
    },
  };
}

function serializeOperatorOrder(row: OperatorOrderRow): OperatorOrder {
  return {
    '@id': `/api/orders/${row.id}`,
    '@type': 'OperatorOrder',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    workspace: row.workspace,
    ownerEmail: row.owner_email,
    plan: findPlanPrice(row.plan_price)?.plan ?? null,
    kind: row.kind,
    months: row.months,
    totalAmount: row.total_amount,
    refunded: row.refunded,
    currency: row.currency,
    status: row.status,
    isActive: row.is_active,
    provider: row.provider,
    transactionId: row.transaction_id,
    errorCode: row.error_code,
    held: holdReasonOf(row),
    taken:
      row.taken_amount === null || row.taken_currency === null
        ? null
        : { amount: row.taken_amount, currency: row.taken_currency },
    createdAt: row.created_at,
  };
}
