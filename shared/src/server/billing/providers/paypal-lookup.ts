import { z } from 'zod';
import type { PayPalClient } from './paypal-client.ts';

const DAY_MS = 86_400_000;
const SKEW_MS = 3_600_000;

const page = z.object({
  total_pages: z.number().int().optional(),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({ transaction_id: z.string(), custom_field: z.string().optional() }),
      }),
    )
    .optional(),
});
const capture = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
});

/**
 * Finds one of our orders among the transactions of the day of its request, by our reference. The application
 * must be allowed to search transactions.
 * @returns PayPal's id of its order, null where nothing was paid for it
 */
export async function findPayPalOrder(
  client: PayPalClient,
  orderId: string,
  askedAt: Date,
): Promise<string | null> {
  const range = {
    start_date: new Date(askedAt.getTime() - SKEW_MS).toISOString(),
    end_date: new Date(askedAt.getTime() + DAY_MS).toISOString(),
    fields: 'transaction_info',
    page_size: '500',
  };
  for (let number = 1; ; number += 1) {
    const path = `/v1/reporting/transactions?${new URLSearchParams({ ...range, page: String(number) })}`;
    const { total_pages: pages = 1, transaction_details: paid = [] } = await look(client, path, page);
    const found = paid.find(({ transaction_info: info }) => info.custom_field === orderId);
    if (found) {
      return orderOf(client, found.transaction_info.transaction_id);
    }
    if (number >= pages) {
      return null;
    }
  }
}

/** Queries PayPal. @throws Error also where PayPal refuses, as that does not answer the question. */
async function look<Answer extends z.ZodType>(
  client: PayPalClient,
  path: string,
  answer: Answer,
): Promise<z.output<Answer>> {
  return client.call({ method: 'GET', path }, answer).catch((cause: unknown) => {
    throw new Error('PayPal does not let us look up what was paid', { cause });
  });
}

async function orderOf(client: PayPalClient, captureId: string): Promise<string> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
  const { supplementary_data: data } = await look(client, path, capture);
  return data.related_ids.order_id;
}
