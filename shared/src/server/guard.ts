import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from './logger.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Makes a request listener of one that may fail, so that no request ends the process: whatever it throws, and whatever
 * is written to an answer that has ended, ends that one answer. The address of the request is one that every parser
 * reads, as `readTarget` leaves it.
 * @param refuse answers 400 to a request whose address cannot be read.
 */
export function guardRequests(answer: Answer, options: { refuse: Answer; logger: Logger }): RequestListener {
  const { refuse, logger } = options;
  return (request, response) => {
    const fail = (err: unknown) => {
      logger.error({ err, method: request.method }, 'a request failed outside of its answer');
      response.destroy();
    };
    // An error of a stream that nobody listens to is thrown at the process.
    response.on('error', (err) => logger.debug({ err }, 'an answer was written to after its end'));
    const target = readTarget(request.url);
    if (target !== null) {
      request.url = target.pathname + target.search;
    }
    Promise.try(target === null ? refuse : answer, request, response).catch(fail);
  };
}

/**
 * Makes an upgrade listener of one that may fail, as `guardRequests` does.
 * @param accept takes the socket over, or returns false: then it is answered 404.
 */
export function guardUpgrades(
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer, target: URL) => boolean,
  logger: Logger,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    // From here on the server does not listen to the socket's errors any more.
    socket.on('error', (err) => logger.debug({ err }, 'an upgrading socket failed'));
    try {
      const target = readTarget(request.url);
      if (target === null) {
        refuseUpgrade(socket, '400 Bad Request');
      } else if (!accept(request, socket, head, target)) {
        refuseUpgrade(socket, '404 Not Found');
      }
    } catch (err) {
      logger.error({ err }, 'an upgrade failed');
      socket.destroy();
    }
  };
}

/**
 * The address that a request line names, in the form of `URL`, whether it was written as a path or whole; null for one
 * that cannot be read. What reads it afterwards (Koa, routers, the upload endpoint) uses parsers that throw on some.
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
