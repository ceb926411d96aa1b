import { BlockList, isIP, isIPv6 } from 'node:net';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Env } from '@diorama/shared/server/env.ts';
import type { Context } from 'koa';

/** Keeps visitors of some addresses and countries from signing up, signing in and paying. */
export interface Blocklist {
  /**
   * @throws CodedError `security.blocked` when the visitor's address or country is kept out.
   */
  assertAllowed(ctx: Pick<Context, 'ip' | 'get'>): void;
}

/** Builds the list from the environment, which has checked that every entry is an address or a CIDR range. */
export function createBlocklist(
  env: Pick<Env, 'blockedIps' | 'blockedCountries' | 'countryHeader'>,
): Blocklist {
  const addresses = new BlockList();
  for (const entry of env.blockedIps) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (prefix === undefined) {
      addresses.addAddress(address, family);
    } else {
      addresses.addSubnet(address, Number(prefix), family);
    }
  }
  const countries = new Set(env.blockedCountries);
  const { countryHeader } = env;

  return {
    assertAllowed: (ctx) => {
      const isBlockedAddress = isIP(ctx.ip) !== 0 && addresses.check(ctx.ip, familyOf(ctx.ip));
      const country = countryHeader === null ? '' : ctx.get(countryHeader).trim().toUpperCase();
      if (isBlockedAddress || countries.has(country)) {
        throw new CodedError('security.blocked');
      }
    },
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
