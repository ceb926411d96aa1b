import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { Context } from 'koa';
import { blockListOf, isListed } from './address-list.ts';

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
