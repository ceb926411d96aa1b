import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidWebhookError } from './provider.ts';
import { signWebhook, verifyWebhookSignature } from './webhook-signature.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECRETS = ['whsec_1'];
const RAW = Buffer.from(
  '{ "id":"evt_1", "livemode":false,"data":{"object":{"id":"pi_1","object":"payment_intent"}}}',
);
const HEADER = signWebhook(SECRETS, RAW, NOW);

const isTaken = (raw: Buffer, header: string | undefined, nowMs = NOW) => {
  try {
    verifyWebhookSignature({ secrets: SECRETS, raw, header, nowMs });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidWebhookError);
    return false;
  }
};

describe('a signed webhook', () => {
  it('is accepted unchanged, within five minutes in both directions', () => {
    expect(isTaken(RAW, HEADER)).toBe(true);
    for (const [skew, taken] of [
      [-301_000, false],
      [-299_000, true],
      [299_000, true],
      [301_000, false],
    ] as const) {
      expect([skew, isTaken(RAW, HEADER, NOW + skew)]).toEqual([skew, taken]);
    }
  });

  it('is rejected when any byte of its body changes', () => {
    const at = fc.nat(RAW.length - 1);
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 255 }), (place, mask) => {
        const raw = Buffer.from(RAW);
        raw[place] = (raw[place] ?? 0) ^ mask;
        expect(isTaken(raw, HEADER)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is rejected when any character of its header changes or is missing', () => {
    const letters = [...HEADER];
    letters.forEach((letter, place) => {
      const others = Array.from({ length: 127 }, (_one, code) => String.fromCharCode(code)).filter(
        (other) => other !== letter,
      );
      for (const other of [...others, '']) {
        const header = letters.with(place, other).join('');
        expect([header, isTaken(RAW, header)]).toEqual([header, false]);
      }
    });
  });

  it('is rejected when truncated, extended, reserialized, without a header, or signed at another time', () => {
    const written = Buffer.from(JSON.stringify(JSON.parse(RAW.toString())));
    const longer = Buffer.concat([RAW, Buffer.from(' ')]);
    for (const raw of [RAW.subarray(0, -1), longer, written, Buffer.alloc(0)]) {
      expect(isTaken(raw, HEADER)).toBe(false);
    }
    const [, mac] = HEADER.split(',');
    for (const header of [
      undefined,
      '',
      ',',
      mac,
      `t=${NOW / 1_000}`,
      `t=${NOW / 1_000 + 1},${mac}`,
      `t=1e9,${mac}`,
    ]) {
      expect(isTaken(RAW, header)).toBe(false);
    }
  });

  it('is rejected with any other header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(isTaken(RAW, header)).toBe(false);
      }),
    );
  });
});
