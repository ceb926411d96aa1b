import { describe, expect, it } from 'vitest';
import { createBlocklist } from './blocklist.ts';

const NOTHING = { blockedIps: [], blockedCountries: [], countryHeader: null };

function isAllowed(
  env: Parameters<typeof createBlocklist>[0],
  ip: string,
  headers: Record<string, string> = {},
) {
  const get = (name: string) => headers[name] ?? '';
  try {
    createBlocklist(env).assertAllowed({ ip, get } as Parameters<
      ReturnType<typeof createBlocklist>['assertAllowed']
    >[0]);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'security.blocked', status: 403 });
    return false;
  }
}

describe('isAllowed', () => {
  it('allows every address without configuration', () => {
    expect(isAllowed(NOTHING, '203.0.113.7')).toBe(true);
    expect(isAllowed(NOTHING, '')).toBe(true);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7', false],
    ['203.0.113.7', '203.0.113.8', true],
    ['203.0.113.0/24', '203.0.113.255', false],
    ['203.0.113.0/24', '203.0.114.0', true],
    ['203.0.113.0/24', '::ffff:203.0.113.9', false],
    ['2001:db8::/32', '2001:db8:1::5', false],
    ['2001:db8::/32', '2001:db9::5', true],
    ['0.0.0.0/0', '198.51.100.1', false],
  ])('with blocked entry %s and address %s returns %s', (entry, ip, expected) => {
    expect(isAllowed({ ...NOTHING, blockedIps: [entry] }, ip)).toBe(expected);
  });

  it('blocks countries by the proxy’s header, ignoring case', () => {
    const env = { ...NOTHING, blockedCountries: ['XK'], countryHeader: 'cf-ipcountry' };
    expect(isAllowed(env, '203.0.113.7', { 'cf-ipcountry': 'xk' })).toBe(false);
    expect(isAllowed(env, '203.0.113.7', { 'cf-ipcountry': 'ES' })).toBe(true);
    expect(isAllowed(env, '203.0.113.7')).toBe(true);
  });

  it('ignores country headers when no header name is configured', () => {
    const env = { ...NOTHING, blockedCountries: ['XK'] };
    expect(isAllowed(env, '203.0.113.7', { 'cf-ipcountry': 'XK' })).toBe(true);
  });
});
