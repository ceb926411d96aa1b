import { AsyncLocalStorage } from 'node:async_hooks';
import { networkInterfaces } from 'node:os';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import type { Middleware } from 'koa';

type Reach = { publicUrl: string; host: string; port: number };

/** By which address a request came, where that is not the public one. */
const reached = new AsyncLocalStorage<string>();

/**
 * The address that other machines of the network reach us by, if the public one leads nobody but this machine to us and we
 * listen on more than that.
 */
export function lanUrl({ publicUrl, host, port }: Reach): string | null {
  if (!isLoopback(new URL(publicUrl).hostname) || (host !== '0.0.0.0' && host !== '::')) {
    return null;
  }
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((candidate) => candidate.family === 'IPv4' && !candidate.internal);
  return address ? `http://${address.address}:${port}` : null;
}

/** Gives whoever came by our address on the network, such as a phone, addresses of files that lead there too. */
export function answerWhereAsked(reach: Reach): Middleware {
  const publicHost = new URL(reach.publicUrl).host;
  return (ctx, next) => {
    const lan = ctx.host === publicHost ? null : lanUrl(reach);
    // Nobody else chooses what our addresses begin with.
    return lan === `http://${ctx.host}` ? reached.run(lan, next) : next();
  };
}

/** What the addresses of an answer begin with. */
export function originOfAnswer(publicUrl: string): string {
  return reached.getStore() ?? publicUrl;
}
