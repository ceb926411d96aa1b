import { z } from 'zod';
import { PaymentRefusedError, PaymentUnknownError } from './provider.ts';

const TIMEOUT_MS = 10_000;
/** Time before its expiry at which a token is renewed, in milliseconds. */
const EARLY_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const errorAnswer = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

/** One call of PayPal's REST API; `key` is the idempotency key. */
export type PayPalCall = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown; key?: string };

/** Client of PayPal's REST API, authenticated as the application of the keys. */
export type PayPalClient = {
  /**
   * @throws PaymentUnknownError for an unknown resource.
   * @throws PaymentRefusedError with PayPal's issue name for a final refusal.
   * @throws Error for a temporary failure.
   */
  call<Answer extends z.ZodType>(call: PayPalCall, answer: Answer): Promise<z.output<Answer>>;
};

/** @param options.apiUrl without a trailing slash */
export function createPayPalClient(options: {
  clientId: string;
  secret: string;
  apiUrl: string;
}): PayPalClient {
  let token: { value: string; endsAt: number } | null = null;

  const getToken = async (): Promise<string> => {
    if (token !== null && Date.now() < token.endsAt) {
      return token.value;
    }
    const response = await fetch(`${options.apiUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${options.clientId}:${options.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      throw new Error(`PayPal gives no token: ${response.status}`);
    }
    const { access_token: value, expires_in: seconds } = tokenAnswer.parse(await response.json());
    token = { value, endsAt: Date.now() + seconds * 1_000 - EARLY_MS };
    return value;
  };

  return {
    call: async ({ method, path, body, key }, answer) => {
      const response = await fetch(options.apiUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${await getToken()}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'paypal-request-id': key, prefer: 'return=representation' }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 401) {
        token = null;
      }
      if (!response.ok) {
        throw await failureOf(response);
      }
      return answer.parse(response.status === 204 ? {} : await response.json());
    },
  };
}

const FINAL = new Set([400, 403, 422]);

async function failureOf(response: Response): Promise<Error> {
  const parsed = errorAnswer.safeParse(await response.json().catch(() => null));
  const issue = parsed.data?.details?.[0]?.issue ?? parsed.data?.name ?? String(response.status);
  if (response.status === 404) {
    return new PaymentUnknownError(issue);
  }
  return FINAL.has(response.status)
    ? new PaymentRefusedError(issue)
    : new Error(`PayPal answers ${response.status}: ${issue}`);
}
