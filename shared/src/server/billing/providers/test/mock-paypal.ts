import { type MockAnswer, type MockCall, type MockProvider, startMockProvider } from './mock-provider.ts';

type Money = { currency_code: string; value: string };
type Capture = { id: string; status: string; amount: Money };
type Order = {
  id: string;
  status: string;
  purchase_units: {
    custom_id: string;
    amount: Money;
    payments: { captures: Capture[]; refunds: unknown[] };
  }[];
  payment_source: { paypal: Record<string, unknown> };
};

/** A PayPal stub with the API that Diorama uses: one application, and its own webhooks. */
export type MockPayPal = MockProvider & {
  /** Simulates the payer's approval in PayPal's window. */
  approve(ref: string): void;
  orders: Map<string, Order>;
};

const TOKEN = 'a-token';
/** Signature that PayPal confirms as its own. */
export const GOOD_SIGNATURE = 'good';
/** Signature that PayPal answers with an error instead of a verdict. */
export const UNREADABLE_SIGNATURE = 'unreadable';

/** @param keys the application's, and the id of the webhook */
export async function startMockPayPal(keys: {
  clientId: string;
  secret: string;
  webhookId: string;
}): Promise<MockPayPal> {
  const orders = new Map<string, Order>();
  const setups = new Map<string, { id: string; status: string }>();
  let count = 0;
  const newId = (prefix: string) => {
    count += 1;
    return `${prefix}${count}`;
  };
  const basic = `Basic ${Buffer.from(`${keys.clientId}:${keys.secret}`).toString('base64')}`;

  const capture = (order: Order): MockAnswer => {
    const [unit] = order.purchase_units;
    if (order.status !== 'APPROVED' || !unit) {
      return { status: 422, body: { name: 'UNPROCESSABLE', details: [{ issue: 'ORDER_NOT_APPROVED' }] } };
    }
    order.status = 'COMPLETED';
    unit.payments.captures.push({ id: newId('CAP'), status: 'COMPLETED', amount: unit.amount });
    order.payment_source.paypal = {
      email_address: 'ada@wallet.test',
      attributes: { vault: { id: `vault-${order.id}` } },
    };
    return { status: 201, body: order };
  };

  const makeOrder = (body: string): MockAnswer => {
    const given = JSON.parse(body);
    const [unit] = given.purchase_units;
    const order: Order = {
      id: newId('ORDER'),
      status: 'CREATED',
      purchase_units: [
        { custom_id: unit.custom_id, amount: unit.amount, payments: { captures: [], refunds: [] } },
      ],
      payment_source: { paypal: {} },
    };
    orders.set(order.id, order);
    if (given.payment_source.paypal.vault_id) {
      order.status = 'APPROVED';
      capture(order);
    }
    return { status: 201, body: order };
  };

  const refund = (id: string, body: string): MockAnswer => {
    const order = [...orders.values()].find(({ purchase_units: [unit] }) =>
      unit?.payments.captures.some((taken) => taken.id === id),
    );
    const [unit] = order?.purchase_units ?? [];
    const [taken] = unit?.payments.captures ?? [];
    const { amount, custom_id } = JSON.parse(body);
    if (!unit || !taken || Number(amount.value) > Number(taken.amount.value)) {
      return { status: 422, body: { name: 'UNPROCESSABLE', details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }] } };
    }
    taken.status = amount.value === taken.amount.value ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    const made = { id: newId('REF'), amount, status: 'COMPLETED', custom_id };
    unit.payments.refunds.push(made);
    return { status: 201, body: made };
  };

  /** Transaction search with the paid orders. */
  const listPaid = (): MockAnswer => ({
    status: 200,
    body: {
      total_pages: 1,
      transaction_details: [...orders.values()].flatMap(({ purchase_units: units }) =>
        units.flatMap((unit) =>
          unit.payments.captures.map(({ id }) => ({
            transaction_info: { transaction_id: id, custom_field: unit.custom_id },
          })),
        ),
      ),
    },
  });
  const readCapture = (id: string): MockAnswer => {
    const order = [...orders.values()].find(({ purchase_units: [unit] }) =>
      unit?.payments.captures.some((taken) => taken.id === id),
    );
    return { status: 200, body: { supplementary_data: { related_ids: { order_id: order?.id } } } };
  };

  const verify = (body: string): MockAnswer => {
    const { transmission_sig: signature, webhook_id: webhook } = JSON.parse(body);
    if (signature === UNREADABLE_SIGNATURE) {
      return { status: 400, body: { name: 'VALIDATION_ERROR' } };
    }
    const isGood = signature === GOOD_SIGNATURE && webhook === keys.webhookId;
    return { status: 200, body: { verification_status: isGood ? 'SUCCESS' : 'FAILURE' } };
  };

  const answer = ({ method, path, headers, body }: MockCall): MockAnswer => {
    if (path === '/v1/oauth2/token') {
      return headers.authorization === basic
        ? { status: 200, body: { access_token: TOKEN, expires_in: 3_600 } }
        : { status: 401, body: { error: 'invalid_client' } };
    }
    if (headers.authorization !== `Bearer ${TOKEN}`) {
      return { status: 401, body: { name: 'AUTHENTICATION_FAILURE' } };
    }
    if (path === '/v1/notifications/verify-webhook-signature') {
      return verify(body);
    }
    if (method === 'POST' && headers['paypal-request-id'] === undefined) {
      return { status: 400, body: { name: 'MISSING_REQUEST_ID' } };
    }
    const [, , , kind = '', id = '', action] = path.split('/').map(decodeURIComponent);
    if (path === '/v2/checkout/orders') {
      return makeOrder(body);
    }
    if (path === '/v3/vault/setup-tokens') {
      const setup = { id: newId('SETUP'), status: 'PAYER_ACTION_REQUIRED' };
      setups.set(setup.id, setup);
      return { status: 201, body: setup };
    }
    if (path === '/v3/vault/payment-tokens') {
      return { status: 201, body: { id: newId('VAULT'), payment_source: { paypal: {} } } };
    }
    if (method === 'GET' && path.startsWith('/v1/reporting/transactions?')) {
      return listPaid();
    }
    if (kind === 'captures' && method === 'GET') {
      return readCapture(id);
    }
    if (kind === 'captures' && action === 'refund') {
      return refund(id, body);
    }
    if (kind === 'payment-tokens' && method === 'DELETE') {
      return { status: 204, body: null };
    }
    const order = orders.get(id);
    const found = order ?? setups.get(id);
    if (!found) {
      return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
    }
    return action === 'capture' && order ? capture(order) : { status: 200, body: found };
  };

  const mock = await startMockProvider({ keyHeader: 'paypal-request-id', answer });
  return Object.assign(mock, {
    orders,
    approve: (ref: string) => {
      const found = orders.get(ref) ?? setups.get(ref);
      if (found) {
        found.status = 'APPROVED';
      }
    },
  });
}
