import { AsyncLocalStorage } from 'node:async_hooks';
import { networkInterfaces } from 'node:os';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import type { Middleware } from 'koa';

type Reach = { publicUrl: string; host: string; port: number };

/** Origin that a request used, where it is not the public one. */
const reached = new AsyncLocalStorage<string>();

/**
 * The origin for other machines of the network. Null unless the public one is a loopback address and the
 * server listens on all interfaces.
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

/** Uses the network address in file URLs for clients that used it, such as a phone. */
export function hostGuard(reach: Reach): Middleware {
  const publicHost = new URL(reach.publicUrl).host;
  return (ctx, next) => {
    const lan = ctx.host === publicHost ? null : lanUrl(reach);
    // Clients cannot choose any other origin for URLs.
    return lan === `http://${ctx.host}` ? reached.run(lan, next) : next();
  };
}

/** Origin of the URLs in a response. */
export function originOfAnswer(publicUrl: string): string {
  return reached.getStore() ?? publicUrl;
}
