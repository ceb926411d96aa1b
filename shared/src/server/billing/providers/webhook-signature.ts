import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidWebhookError } from './provider.ts';

/** Webhooks are valid for five minutes in both directions, for clock skew but against replays. */
const TOLERANCE_S = 300;
/** Strict formats: a lenient parser would accept unsigned input. */
const TIME = /^t=([1-9][0-9]{0,15})$/;
const MAC = /^v1=([0-9a-f]{64})$/;

/** Signature header of a webhook: `t=<seconds>,v1=<hex>`, with one `v1` for each active secret. */
export function signWebhook(secrets: readonly string[], raw: Buffer, nowMs: number): string {
  const time = Math.floor(nowMs / 1_000);
  return [`t=${time}`, ...secrets.map((secret) => `v1=${macOf(secret, time, raw)}`)].join(',');
}

/**
 * Verifies a webhook's header against its raw bytes.
 * @throws InvalidWebhookError
 */
export function verifyWebhookSignature(options: {
  secrets: readonly string[];
  raw: Buffer;
  header: string | undefined;
  nowMs: number;
}): void {
  const { secrets, raw, header = '', nowMs } = options;
  const parts = header.split(',').map((part) => part.trim());
  const time = Number(
    parts.map((part) => TIME.exec(part)?.[1]).find((found) => found !== undefined) ?? Number.NaN,
  );
  if (!Number.isInteger(time) || Math.abs(nowMs / 1_000 - time) > TOLERANCE_S) {
    throw new InvalidWebhookError('The notice is not from now');
  }
  const given = parts.flatMap((part) => MAC.exec(part)?.[1] ?? []).map((mac) => Buffer.from(mac, 'hex'));
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(macOf(secret, time, raw), 'hex');
    return given.some((mac) => mac.length === expected.length && timingSafeEqual(mac, expected));
  });
  if (!isSigned) {
    throw new InvalidWebhookError('The notice is not signed by the provider');
  }
}

function macOf(secret: string, time: number, raw: Buffer): string {
  return createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');
}
