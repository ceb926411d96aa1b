import { z } from 'zod';
import { PaymentRefusedError, PaymentUnknownError } from './provider.ts';

const TIMEOUT_MS = 10_000;
/** A token is asked for anew so many milliseconds before its end. */
const EARLY_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const errorAnswer = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

/** One call of PayPal's REST API; `key` makes a repetition the same call. */
export type PayPalCall = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown; key?: string };

/** Calls PayPal's REST API as the application that the keys belong to. */
export type PayPalClient = {
  /**
   * @throws PaymentUnknownError for what is not there.
   * @throws PaymentRefusedError with PayPal's own name of the issue where the answer is a final no.
   * @throws Error when it cannot be reached or asks to come back later.
   */
  call<Answer extends z.ZodType>(call: PayPalCall, answer: Answer): Promise<z.output<Answer>>;
};

/** @param options.apiUrl without a slash at its end */
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
