import { BlockList, isIP, isIPv6 } from 'node:net';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { Context } from 'koa';

/** Blocks clients of some addresses and countries from signing up, signing in and paying. */
export interface Blocklist {
  /** @throws CodedError `security.blocked` when the client's address or country is blocked. */
  assertAllowed(ctx: Pick<Context, 'ip' | 'get'>): void;
}

/** Builds the list from the environment. */
export function createBlocklist(
  env: Pick<Env, 'blockedIps' | 'blockedCountries' | 'countryHeader'>,
): Blocklist {
  const addresses = blockListOf(env.blockedIps);
  const countries = new Set(env.blockedCountries);
  const { countryHeader } = env;

  return {
    assertAllowed: (ctx) => {
      const country = countryHeader === null ? '' : ctx.get(countryHeader).trim().toUpperCase();
      if (isListed(addresses, ctx.ip) || countries.has(country)) {
        throw new CodedError('security.blocked');
      }
    },
  };
}

/** Creates a block list; the environment has checked that every entry is an address or a CIDR range. */
export function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) {
      list.addAddress(address, familyOf(address));
    } else {
      list.addSubnet(address, Number(prefix), familyOf(address));
    }
  }
  return list;
}

/** Whether a list contains an address; false for text that is no address. */
export function isListed(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
