import { describe, expect, it } from 'vitest';
import { blockListOf } from './blocklist.ts';
import { addressOf, networkOf } from './client-address.ts';

const PROXIES = blockListOf(['10.213.77.2', '192.0.2.0/24', '2001:db8:ffff::/48']);

describe('the address of a visitor', () => {
  it.each([
    ['of a direct visitor', '198.51.100.1', undefined, '198.51.100.1'],
    ['of a direct visitor who sends X-Forwarded-For', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['behind a proxy', '10.213.77.2', '203.0.113.9', '203.0.113.9'],
    ['behind a proxy over IPv6', '::ffff:10.213.77.2', '::ffff:203.0.113.9', '203.0.113.9'],
    [
      'of a visitor who sends X-Forwarded-For to a proxy',
      '10.213.77.2',
      '127.0.0.1, 198.51.100.7, 203.0.113.9',
      '203.0.113.9',
    ],
    ['behind two proxies', '10.213.77.2', '1.1.1.1, 203.0.113.9, 192.0.2.7', '203.0.113.9'],
    ['behind an untrusted neighbor of the proxy', '10.213.77.3', '203.0.113.9', '10.213.77.3'],
    ['behind a proxy that appends ports', '10.213.77.2', '203.0.113.9:1234', '203.0.113.9'],
    ['with IPv6 and a port', '10.213.77.2', '[2001:db8::5]:1234', '2001:db8::5'],
    ['behind a proxy that sends an invalid address', '10.213.77.2', '203.0.113.9, unknown', '10.213.77.2'],
    ['behind a proxy that sends no address', '10.213.77.2', '', '10.213.77.2'],
    ['behind an IPv6 proxy', '2001:db8:ffff::1', '2001:db8::5', '2001:db8::5'],
    ['of the proxy itself', '10.213.77.2', '192.0.2.7', '192.0.2.7'],
  ])('%s', (_who, remoteAddress, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(addressOf({ socket: { remoteAddress }, headers }, PROXIES)).toBe(expected);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
