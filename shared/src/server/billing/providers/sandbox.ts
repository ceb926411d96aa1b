import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Knex } from '../../db/knex.ts';
import type { Clock } from '../../runtime/clock.ts';
import {
  cancelSandboxPayment,
  chargeSandboxSource,
  createSandboxPayment,
  createSandboxSetup,
  findSandboxCharge,
  forgetSandboxSource,
  readSandboxPayment,
  readSandboxSetup,
  refundSandboxPayment,
} from '../sandbox-payments.ts';
import { InvalidWebhookError, type PaymentProvider } from './provider.ts';
import { signWebhook, verifyWebhookSignature } from './webhook-signature.ts';

const SIGNATURE_HEADER = 'sandbox-signature';

const notice = z.object({ id: z.string().max(200), payment: z.string().max(200) });

/** A provider that behaves like a card processor and stores its data in our database. */
export interface SandboxProvider extends PaymentProvider {
  name: 'sandbox';
  /** Bytes and headers of a webhook about a payment or a setup, with a valid signature. */
  writeWebhook(eventId: string, ref: string): { raw: Buffer; headers: Record<string, string> };
}

/** @param secretKeys the first signs webhooks, all verify. */
export function createSandboxProvider(options: {
  db: Knex;
  secretKeys: readonly string[];
  clock: Clock;
}): SandboxProvider {
  const { db, clock } = options;
  const secrets = options.secretKeys.map((key) =>
    createHmac('sha256', key).update('sandbox-notices').digest('hex'),
  );
  return {
    name: 'sandbox',
    create: (request) => createSandboxPayment(db, request),
    charge: (request) => chargeSandboxSource(db, request, clock.now()),
    findCharge: (request) => findSandboxCharge(db, request.orderId),
    retrieve: (ref) => readSandboxPayment(db, ref),
    cancel: (ref) => cancelSandboxPayment(db, ref),
    refund: (request) => refundSandboxPayment(db, request),
    setUp: (request) => createSandboxSetup(db, request),
    retrieveSetup: (ref) => readSandboxSetup(db, ref),
    detach: (ref) => forgetSandboxSource(db, ref),
    verifyWebhook: async (raw, headers) => {
      const header = headers[SIGNATURE_HEADER];
      verifyWebhookSignature({
        secrets,
        raw,
        header: Array.isArray(header) ? header[0] : header,
        nowMs: clock.now().getTime(),
      });
      return parseWebhook(raw);
    },
    writeWebhook: (eventId, ref) => {
      const raw = Buffer.from(JSON.stringify({ id: eventId, payment: ref }));
      const signature = signWebhook(secrets.slice(0, 1), raw, clock.now().getTime());
      return { raw, headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature } };
    },
  };
}

function parseWebhook(raw: Buffer) {
  try {
    const { id, payment } = notice.parse(JSON.parse(raw.toString('utf8')));
    return { eventId: id, ref: payment };
  } catch (cause) {
    throw new InvalidWebhookError('The notice cannot be read', { cause });
  }
}
