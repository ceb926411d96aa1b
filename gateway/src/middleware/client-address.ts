import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import type { Middleware } from 'koa';
import { blockListOf, isListed } from './blocklist.ts';

/**
 * Determines the client address of a request: the address of its connection, or behind a trusted proxy the
 * last one in `X-Forwarded-For`.
 * Entries before an untrusted address can be forged.
 * @param trustedProxies addresses and CIDR ranges; without any, the header is ignored.
 */
export function clientAddress(trustedProxies: readonly string[]): Middleware {
  const proxies = blockListOf(trustedProxies);
  return (ctx, next) => {
    ctx.request.ip = addressOf(ctx.req, proxies);
    return next();
  };
}

/**
 * The client address of a request. IPv4 has its own notation also where it came over IPv6; see
 * `clientAddress`.
 */
export function addressOf(
  {
    socket,
    headers,
  }: { socket: Pick<IncomingMessage['socket'], 'remoteAddress'>; headers: IncomingMessage['headers'] },
  proxies: BlockList,
): string {
  let address = plainAddress(socket.remoteAddress ?? '');
  const listed = String(headers['x-forwarded-for'] ?? '').split(',');
  for (const word of listed.toReversed()) {
    const before = plainAddress(withoutPort(word.trim()));
    if (!isListed(proxies, address) || isIP(before) === 0) {
      break;
    }
    address = before;
  }
  return address;
}

/** The network of an address, which usually is one customer: the address itself, or the /64 of IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) {
    return address;
  }
  // A URL writes an address in its shortest form; only the empty groups are left to be filled in.
  const [head = '', tail = ''] = (URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '').split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const missing = 8 - groups(head).length - groups(tail).length;
  return `${[...groups(head), ...Array(missing).fill('0'), ...groups(tail)].slice(0, 4).join(':')}::/64`;
}

function plainAddress(address: string): string {
  const [withoutZone = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone;
}

/** Some proxies write the port as well. */
function withoutPort(text: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
