import { type MockAnswer, type MockCall, type MockProvider, startMockProvider } from './mock-provider.ts';

type Intent = Record<string, unknown> & { id: string; status: string; amount: number };
const DECLINED = 'pm_declined';

/**
 * A Stripe stub with the API that Diorama uses: rejects calls without its key, and payments without an
 * idempotency key.
 */
export type MockStripe = MockProvider & {
  /** Simulates the confirmation of a payment or setup in the payer's browser. */
  confirm(ref: string, method?: string): void;
  intents: Map<string, Intent>;
  /** Outcome of refunds. */
  refundStatus: 'succeeded' | 'failed';
};

/** @param secretKey the only accepted one */
export async function startMockStripe(secretKey: string): Promise<MockStripe> {
  const intents = new Map<string, Intent>();
  const refunds: { id: string; payment_intent: string | null; metadata: { refund: string | null } }[] = [];
  let count = 0;
  const newId = (prefix: string) => {
    count += 1;
    return `${prefix}_${count}`;
  };
  const card = (id: string) => ({
    id,
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
  });
  const pay = (intent: Intent, method: string) => {
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: card(method),
      latest_charge: { id: newId('ch'), object: 'charge', amount_refunded: 0 },
    });
  };

  const makeIntent = (form: URLSearchParams): MockAnswer => {
    const id = newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret`,
      status: 'requires_payment_method',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency'),
      customer: form.get('customer'),
      created: Math.floor(Date.now() / 1_000),
      setup_future_usage: form.get('setup_future_usage'),
      metadata: { order: form.get('metadata[order]') },
      last_payment_error: null,
      latest_charge: null,
      payment_method: null,
    };
    intents.set(id, intent);
    const method = form.get('payment_method');
    if (form.get('confirm') === 'true' && method === DECLINED) {
      const error = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
      intent.last_payment_error = error;
      return { status: 402, body: { error: { ...error, message: 'Declined', payment_intent: intent } } };
    }
    if (form.get('confirm') === 'true') {
      pay(intent, method ?? 'pm_none');
    }
    return { status: 200, body: intent };
  };

  const makeRefund = (form: URLSearchParams): MockAnswer => {
    const intent = intents.get(form.get('payment_intent') ?? '');
    const charge = intent?.latest_charge as { amount_refunded: number } | null | undefined;
    const amount = Number(form.get('amount'));
    if (!intent || !charge || charge.amount_refunded + amount > intent.amount) {
      const error = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'No' };
      return { status: 400, body: { error } };
    }
    const refund = {
      id: newId('re'),
      object: 'refund',
      status: stripe.refundStatus,
      payment_intent: form.get('payment_intent'),
      metadata: { refund: form.get('metadata[refund]') },
    };
    if (refund.status === 'succeeded') {
      charge.amount_refunded += amount;
    }
    refunds.push(refund);
    return { status: 200, body: refund };
  };

  const makeSetup = (): MockAnswer => {
    const id = newId('seti');
    const intent: Intent = {
      id,
      object: 'setup_intent',
      client_secret: `${id}_secret`,
      status: 'requires_payment_method',
      amount: 0,
      payment_method: null,
    };
    intents.set(id, intent);
    return { status: 200, body: intent };
  };

  const list = (data: unknown[]): MockAnswer => ({
    status: 200,
    body: { object: 'list', has_more: false, data },
  });
  const readList = (path: string, query: URLSearchParams): MockAnswer | null => {
    if (path === '/v1/refunds') {
      return list(refunds.filter((refund) => refund.payment_intent === query.get('payment_intent')));
    }
    const since = Number(query.get('created[gte]'));
    return path === '/v1/payment_intents'
      ? list([...intents.values()].filter((intent) => isListed(intent, query.get('customer'), since)))
      : null;
  };

  const answer = (call: MockCall): MockAnswer => {
    const [path = '', query = ''] = call.path.split('?');
    const form = new URLSearchParams(call.body);
    const isKeyed = call.headers['idempotency-key'] !== undefined;
    if (call.headers.authorization !== `Bearer ${secretKey}`) {
      return { status: 401, body: { error: { type: 'authentication_error', message: 'Who are you?' } } };
    }
    const creations: Record<string, () => MockAnswer> = {
      '/v1/customers': () => ({ status: 200, body: { id: newId('cus'), object: 'customer' } }),
      '/v1/payment_intents': () => makeIntent(form),
      '/v1/setup_intents': makeSetup,
      '/v1/refunds': () => makeRefund(form),
    };
    const create = creations[path];
    if (create && call.method === 'POST') {
      return isKeyed ? create() : { status: 400, body: { error: { message: 'no key of idempotency' } } };
    }
    const listed = call.method === 'GET' ? readList(path, new URLSearchParams(query)) : null;
    if (listed) {
      return listed;
    }
    const [, , , id = '', action] = path.split('/');
    if (path.startsWith('/v1/payment_methods/') && action === 'detach') {
      return { status: 200, body: card(id) };
    }
    const intent = intents.get(id);
    if (!intent) {
      return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };
    }
    if (action === 'cancel' && intent.status === 'succeeded') {
      const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'No' };
      return { status: 400, body: { error } };
    }
    if (action === 'cancel') {
      intent.status = 'canceled';
    }
    return { status: 200, body: intent };
  };

  const mock = await startMockProvider({ keyHeader: 'idempotency-key', answer });
  const stripe: MockStripe = Object.assign(mock, {
    intents,
    refundStatus: 'succeeded' as const,
    confirm: (ref: string, method = 'pm_1') => {
      const intent = intents.get(ref);
      if (intent && intent.status !== 'canceled') {
        pay(intent, method);
      }
    },
  });
  return stripe;
}

function isListed({ customer, created }: Intent, of: string | null, since: number): boolean {
  return customer === of && Number(created) >= since;
}
