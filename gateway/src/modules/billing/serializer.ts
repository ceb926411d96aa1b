import type {
  BillingInfo,
  Invoice,
  Order,
  PaymentSource,
  PlanPriceResource,
  PlanResource,
} from '@diorama/shared/contract/billing.ts';
import { addMonths } from '@diorama/shared/domain/add-months.ts';
import { discountedPrice, type Promotion } from '@diorama/shared/domain/promotion.ts';
import { PLAN_NAMES, PLAN_PRICES, PLANS, type PlanName, type PlanPrice } from '@diorama/shared/plans.ts';
import type {
  BillingInfoRow,
  InvoiceRow,
  PaymentSourceRow,
} from '@diorama/shared/server/billing/bookkeeping.queries.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import type { Urls } from '../../web/urls.ts';

/** Currency of all prices. */
export const CURRENCY = 'USD';
/** ISO 4217's number of the dollar. */
const CURRENCY_CODE = 840;

/** The moment at which something is bought, and the promotion that runs then. */
export type Offer = { now: Date; promotion: Promotion | null };

/**
 * A price as it would be charged now.
 * @param options.renewsAt - end of the paid time of an existing subscription; otherwise computed as if
 * bought now
 */
export function serializePlanPrice(
  price: PlanPrice,
  { now, promotion, renewsAt }: Offer & { renewsAt?: string | null },
): PlanPriceResource {
  const plan = PLANS[price.plan];
  const discounted = discountedPrice(price, promotion);
  return {
    '@id': iriOfPrice(price),
    '@type': 'PlanPrice',
    uuid: price.uuid,
    plan: { '@id': `/api/plans/${plan.uuid}`, name: price.plan, displayName: plan.displayName },
    months: price.months,
    unitPrice: Math.round(price.price / price.months),
    price: price.price,
    discountedPrice: discounted,
    discountPercentage: discounted === null ? null : (promotion?.discount ?? null),
    renewDate: renewsAt ?? addMonths(now, price.months).toISOString(),
    currency: CURRENCY,
    paypalId: null,
  };
}

export function iriOfPrice({ uuid }: Pick<PlanPrice, 'uuid'>): string {
  return `/api/defaults/plan-prices/${uuid}`;
}

export function serializePlan(name: PlanName, offer: Offer): PlanResource {
  const plan = PLANS[name];
  const prices = PLAN_PRICES.filter((price) => price.plan === name);
  const unitPrice = (months: number) => {
    const price = prices.find((candidate) => candidate.months === months);
    return price ? Math.round(price.price / price.months) : null;
  };
  return {
    '@id': `/api/plans/${plan.uuid}`,
    '@type': 'Plan',
    uuid: plan.uuid,
    name,
    displayName: plan.displayName,
    nameInCapitalLetters: plan.displayName.toUpperCase(),
    level: plan.level,
    isPremium: plan.level > 0,
    features: { ...plan.features },
    prices: prices.map((price) => serializePlanPrice(price, offer)),
    priceMonthly: unitPrice(1),
    priceYearly: unitPrice(12),
  };
}

/** All plans in their order. */
export function serializePlans(offer: Offer): PlanResource[] {
  return PLAN_NAMES.map((name) => serializePlan(name, offer));
}

export function serializeOrder(row: OrderRow): Order {
  return {
    '@id': `/api/orders/${row.id}`,
    '@type': 'Order',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    planPrice: `/api/defaults/plan-prices/${row.plan_price}`,
    type: 'plan',
    amount: row.amount,
    totalAmount: row.total_amount,
    currency: row.currency,
    currencyCode: CURRENCY_CODE,
    months: row.months,
    status: row.status,
    createdAt: row.created_at,
    token: row.client_token,
    provider: row.provider,
  };
}

/** Address fields required for an invoice. */
const NEEDED = ['name', 'email', 'address_line1', 'city', 'postal_code', 'country'] as const;

export function serializeBillingInfo(row: BillingInfoRow): BillingInfo {
  return {
    '@id': `/api/billing-infos/${row.id}`,
    '@type': 'BillingInfo',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    name: row.name,
    email: row.email,
    addressLine1: row.address_line1,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    country: row.country,
    legalId: row.legal_id,
    isValid: NEEDED.every((key) => (row[key] ?? '').trim() !== ''),
  };
}

export function serializePaymentSource(row: PaymentSourceRow): PaymentSource {
  return {
    '@id': `/api/payment-sources/${row.id}`,
    '@type': 'PaymentSource',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    type: row.type,
    info: row.info,
    isDefault: row.is_default,
  };
}

export function serializeInvoice(urls: Urls, row: InvoiceRow): Invoice {
  return {
    '@id': `/api/invoices/${row.id}`,
    '@type': 'Invoice',
    uuid: row.id,
    number: row.number,
    createdAt: row.created_at,
    amount: row.amount,
    currency: row.currency,
    transactionId: row.transaction_id,
    downloadUrl: urls.file(row.document_object, `invoice-${row.number}.pdf`),
  };
}
