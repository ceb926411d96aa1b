import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originOf, readOrigin, writeOrigin } from './origin-cookie.ts';

const written = (cookie: string) => cookie.split(';')[0] ?? '';

describe('the origin of a visitor', () => {
  it('is read from the UTM parameters and the referrer', () => {
    const query = new URLSearchParams('utm_source=mail&utm_campaign=&utm_id=7&referrer=ada&q=chair');
    expect(originOf(query)).toEqual({ utm: { source: 'mail' }, referrer: 'ada' });
    expect(originOf(new URLSearchParams('q=chair'))).toEqual({});
  });

  it('survives a round trip through the cookie, for any values', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 200 }),
        fc.string({ minLength: 1, maxLength: 200 }),
        (source, friend) => {
          const origin = originOf(new URLSearchParams({ utm_source: source, referrer: friend }));
          const cookie = writeOrigin(origin, { days: 30, isSecure: true });
          expect(readOrigin(`a=1; ${written(cookie)}; b=2`)).toEqual(origin);
          expect(cookie.split('; ')).toEqual([
            written(cookie),
            'path=/',
            'max-age=2592000',
            'SameSite=Lax',
            'Secure',
          ]);
        },
      ),
    );
  });

  it('is empty when the cookie is missing or malformed', () => {
    for (const cookies of [
      '',
      'diorama_origin=%',
      'diorama_origin=null',
      'diorama_origin=%5B1%5D',
      'other=1',
    ]) {
      expect(readOrigin(cookies)).toEqual({});
    }
  });

  it('keeps only the known fields', () => {
    const foreign = encodeURIComponent(
      JSON.stringify({ utm: { source: 'x', evil: 'y' }, referrer: 5, z: 1 }),
    );
    expect(readOrigin(`diorama_origin=${foreign}`)).toEqual({ utm: { source: 'x' } });
  });
});
