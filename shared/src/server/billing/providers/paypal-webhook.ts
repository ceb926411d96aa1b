import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import type { PayPalClient } from './paypal-client.ts';
import { InvalidWebhookError, PaymentRefusedError, type WebhookEvent } from './provider.ts';

const TOLERANCE_MS = 300_000;
const SIGNED = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'] as const;
const PARENT = /\/(?:captures|orders)\/([\w-]+)$/;
const verification = z.object({ verification_status: z.string() });
const notice = z.object({
  id: z.string().max(255),
  event_type: z.string(),
  resource: z.object({
    id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
  }),
});

/**
 * Verifies and parses a PayPal webhook. PayPal checks its own signatures, and receives the webhook's raw
 * bytes and headers.
 * @throws InvalidWebhookError for one that is not PayPal's, or not recent
 */
export async function verifyPayPalWebhook(options: {
  client: PayPalClient;
  webhookId: string;
  clock: Clock;
  raw: Buffer;
  headers: IncomingHttpHeaders;
}): Promise<WebhookEvent> {
  const { client, webhookId, clock, raw, headers } = options;
  const signed = SIGNED.map((name) => [name.replace('-', '_'), headers[`paypal-${name}`]] as const);
  const sentAt = Date.parse(String(headers['paypal-transmission-time']));
  const isNow = Math.abs(clock.now().getTime() - sentAt) <= TOLERANCE_MS;
  const parsed = notice.safeParse(parseJson(raw));
  if (!isNow || !parsed.success || signed.some(([, value]) => typeof value !== 'string')) {
    throw new InvalidWebhookError('The notice is not signed by PayPal, or not now');
  }
  const head = JSON.stringify({ ...Object.fromEntries(signed), webhook_id: webhookId });
  const body = `${head.slice(0, -1)},"webhook_event":${raw.toString('utf8')}}`;
  if (!(await isKnown(client, body))) {
    throw new InvalidWebhookError('PayPal does not know the notice');
  }
  return { eventId: parsed.data.id, ref: refOf(parsed.data) };
}

/** Whether PayPal confirms a webhook; one that PayPal cannot parse is not its own. */
async function isKnown(client: PayPalClient, body: string): Promise<boolean> {
  try {
    const path = '/v1/notifications/verify-webhook-signature';
    const { verification_status: verdict } = await client.call({ method: 'POST', path, body }, verification);
    return verdict === 'SUCCESS';
  } catch (error) {
    if (error instanceof PaymentRefusedError) {
      return false;
    }
    throw error;
  }
}

/**
 * Subject of a webhook: an order by its id, or the order of a capture or refund. A refund from PayPal's
 * dashboard names only the capture, which is the order's transaction.
 */
function refOf({ event_type: type, resource }: z.output<typeof notice>): string | null {
  const related = resource.supplementary_data?.related_ids?.order_id;
  const isOwn = type.startsWith('CHECKOUT.ORDER.') || type.startsWith('VAULT.');
  const up = resource.links?.find(({ rel }) => rel === 'up')?.href;
  const parent = up === undefined ? undefined : PARENT.exec(up)?.[1];
  return related ?? (isOwn ? resource.id : parent) ?? null;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
