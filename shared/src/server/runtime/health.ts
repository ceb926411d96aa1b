import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Logger } from './logger.ts';
import { guardRequests } from './request-guard.ts';

/** Health checks of a process; each throws when it fails. */
export type Checks = Record<string, () => Promise<unknown>>;

const CHECK_WITHIN_MS = 3_000;
const RESOLUTION_MS = 10;
const NS_PER_S = 1e9;
const QUANTILES = [0.5, 0.99, 1] as const;

/** Metrics of this process, including those of Node. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  measureEventLoop(registry);
  return registry;
}

/** Event loop delay since the last scrape, in seconds. */
function measureEventLoop(registry: Registry): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  new Gauge({
    name: 'diorama_event_loop_delay',
    help: 'Delay of the event loop in seconds, by quantile',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES) {
        const delay = histogram.percentile(quantile * 100) / NS_PER_S - RESOLUTION_MS / 1_000;
        this.set({ quantile: String(quantile) }, Math.max(0, delay));
      }
      histogram.reset();
    },
  });
}

/**
 * Runs all checks, each for at most three seconds; failures are reported as `error`, with details only in the
 * log.
 */
export async function runChecks(
  checks: Checks,
): Promise<{ isHealthy: boolean; checks: Record<string, 'ok' | 'error'> }> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const outcome = await Promise.race([
        check().then(
          () => 'ok' as const,
          () => 'error' as const,
        ),
        new Promise<'error'>((resolve) => {
          setTimeout(resolve, CHECK_WITHIN_MS, 'error').unref();
        }),
      ]);
      return [name, outcome] as const;
    }),
  );
  return { isHealthy: entries.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(entries) };
}

/**
 * Serves `GET /health` (200, or 503 with the failing check) and `GET /metrics` (Prometheus text) for a
 * process without pages. `/metrics` is open to this machine, and to others with the token.
 */
export async function serveHealth(options: {
  host: string;
  port: number;
  checks: Checks;
  metrics: Registry;
  metricsToken: string | null;
  logger: Logger;
}): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port, checks, metrics, metricsToken, logger } = options;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/health') {
      const { isHealthy, checks: outcomes } = await runChecks(checks);
      response.writeHead(isHealthy ? 200 : 503, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ status: isHealthy ? 'ok' : 'error', checks: outcomes }));
      return;
    }
    if (request.url === '/metrics' && mayReadMetrics(request, metricsToken)) {
      const text = await metrics.metrics();
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
      return;
    }
    response.writeHead(404).end();
  };
  const refuse = (_request: IncomingMessage, response: ServerResponse) => response.writeHead(400).end();
  const server = createServer(guardRequests(answer, { refuse, logger }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    // A server that listens on a port has an address of this type.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether the caller is on this machine or has the token. */
export function mayReadMetrics(
  request: Pick<IncomingMessage, 'socket' | 'headers'>,
  metricsToken: string | null,
): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  // Behind a proxy on this machine every caller looks local.
  if (isLoopback && request.headers['x-forwarded-for'] === undefined) {
    return true;
  }
  return metricsToken !== null && request.headers.authorization === `Bearer ${metricsToken}`;
}
