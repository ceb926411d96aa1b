import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from './logger.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Wraps a request handler that may fail, so that no request ends the process: an error in the handler, or a
 * write after the end of the response, ends only that response. The URL of the request is normalised by
 * `readTarget`, so that every parser accepts it.
 * @param refuse answers 400 to a request with an invalid URL.
 */
export function guardRequests(answer: Answer, options: { refuse: Answer; logger: Logger }): RequestListener {
  const { refuse, logger } = options;
  return (request, response) => {
    const fail = (err: unknown) => {
      logger.error({ err, method: request.method }, 'request failed after its response');
      response.destroy();
    };
    // A stream error without a listener would end the process.
    response.on('error', (err) => logger.debug({ err }, 'write after the end of a response'));
    const target = readTarget(request.url);
    if (target !== null) {
      request.url = target.pathname + target.search;
    }
    Promise.try(target === null ? refuse : answer, request, response).catch(fail);
  };
}

/**
 * Wraps an upgrade handler that may fail, like `guardRequests`.
 * @param accept takes over the socket, or returns false, which is answered with 404.
 */
export function guardUpgrades(
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer, target: URL) => boolean,
  logger: Logger,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    // From here on the server does not handle the socket's errors any more.
    socket.on('error', (err) => logger.debug({ err }, 'upgrading socket failed'));
    try {
      const target = readTarget(request.url);
      if (target === null) {
        refuseUpgrade(socket, '400 Bad Request');
      } else if (!accept(request, socket, head, target)) {
        refuseUpgrade(socket, '404 Not Found');
      }
    } catch (err) {
      logger.error({ err }, 'upgrade failed');
      socket.destroy();
    }
  };
}

/**
 * Target of a request line as a `URL`, from a path or an absolute URL; null for an invalid one. Later
 * consumers (Koa, routers, the upload endpoint) use parsers that throw on some.
 */
export function readTarget(url: string | undefined): URL | null {
  const target = url ?? '';
  const parsed = target.startsWith('/') ? URL.parse(`http://localhost${target}`) : URL.parse(target);
  return parsed && /^(https?|wss?):$/.test(parsed.protocol) ? parsed : null;
}

/**
 * Answers an upgrade with a status such as `404 Not Found` and no body.
 * @param retryAfterS - seconds for the header `Retry-After`
 */
export function refuseUpgrade(socket: Duplex, status: string, retryAfterS?: number): void {
  const retry = retryAfterS === undefined ? '' : `Retry-After: ${retryAfterS}\r\n`;
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`);
}
