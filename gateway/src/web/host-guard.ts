import { AsyncLocalStorage } from 'node:async_hooks';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { lanAddresses, lanHosts } from '@diorama/shared/server/runtime/lan.ts';
import type { Middleware } from 'koa';

type Reach = { publicUrl: string; host: string; port: number; https: 'lan' | null };

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
  const [address] = lanAddresses();
  return address === undefined ? null : `http://${address}:${port}`;
}

/**
 * Uses the network address in file URLs for clients that used it, such as a phone. With a certificate of this machine
 * each name counts, as a browser accepts the certificate for one name only.
 */
export function hostGuard(reach: Reach): Middleware {
  const publicHost = new URL(reach.publicUrl).host;
  return (ctx, next) => {
    const origin = ctx.host === publicHost ? null : originFor(reach, ctx.host);
    return origin === null ? next() : reached.run(origin, next);
  };
}

/** Origin of a host that a client used. Null for hosts that are not of this machine. */
function originFor(reach: Reach, host: string): string | null {
  if (reach.https === 'lan') {
    const url = URL.parse(`https://${host}`);
    const isOurs = url !== null && Number(url.port) === reach.port && lanHosts().includes(url.hostname);
    return isOurs ? url.origin : null;
  }
  const lan = lanUrl(reach);
  return lan === `http://${host}` ? lan : null;
}

/** Origin of the URLs in a response. */
export function originOfAnswer(publicUrl: string): string {
  return reached.getStore() ?? publicUrl;
}
