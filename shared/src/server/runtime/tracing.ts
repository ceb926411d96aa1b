import { AsyncLocalStorage } from 'node:async_hooks';
import type { Telemetry } from 'bullmq';
import type { Env } from './env.ts';
import type { Logger } from './logger.ts';
import type { Shutdown } from './shutdown.ts';

/** Request that caused some work, and the W3C `traceparent` of that work; null where there is none. */
export type Origin = { requestId: string | null; traceparent: string | null };

export type SpanKind = 'server' | 'producer' | 'internal';
export type SpanOptions = {
  name: string;
  kind?: SpanKind;
  /** `traceparent` of the parent; the span that is active where it is left out. */
  parent?: string | null;
  /** Start of the span, where that is earlier than now. */
  startedAt?: Date;
  attributes?: Readonly<Record<string, string | number>>;
};

/** Sends spans to a collector. */
export interface Tracing {
  inSpan<T>(options: SpanOptions, run: (span: ActiveSpan) => Promise<T>): Promise<T>;
  /** `traceparent` of the active span, or null. */
  traceparent(): string | null;
  /** Makes the runs of jobs spans. */
  readonly queues: Telemetry;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

export type ActiveSpan = { rename(name: string): void; set(name: string, value: string | number): void };

/** Packages that `npm start` leaves out. */
const MISSING =
  'OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages of OpenTelemetry are not installed: run npm ci, which adds them';
const NO_SPAN: ActiveSpan = { rename: () => undefined, set: () => undefined };

const requests = new AsyncLocalStorage<string | null>();
/** One per process, as in OpenTelemetry's API: spans begin in code that receives no dependencies. */
let tracing: Tracing | null = null;

/**
 * Sends the spans of this process to the collector that the environment names. Without one, no code of
 * OpenTelemetry is loaded.
 * @throws Error when its packages are not installed
 */
export async function startTracing(options: {
  name: string;
  env: Pick<Env, 'otlpEndpoint'>;
  logger: Logger;
  shutdown: Shutdown;
}): Promise<void> {
  const { name, env, logger, shutdown } = options;
  if (env.otlpEndpoint === null) {
    return;
  }
  const { createTracing } = await import('./opentelemetry.ts').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_MODULE_NOT_FOUND' ? new Error(MISSING, { cause }) : cause;
  });
  const started = createTracing({ name, endpoint: env.otlpEndpoint, logger });
  tracing = started;
  shutdown.register('connections', 'tracing', () => started.close());
}

/** Runs work in a span, where tracing is on. */
export function inSpan<T>(options: SpanOptions, run: (span: ActiveSpan) => Promise<T>): Promise<T> {
  return tracing ? tracing.inSpan(options, run) : run(NO_SPAN);
}

/** Whether spans are sent; callers avoid work for their attributes without it. */
export function isTracing(): boolean {
  return tracing !== null;
}

/** Option of BullMQ's queues and workers. */
export function queueTelemetry(): { telemetry?: Telemetry } {
  return tracing ? { telemetry: tracing.queues } : {};
}

/** Runs work that a request caused. Its events and their jobs keep the id of the request. */
export function runForRequest<T>(requestId: string | null, run: () => T): T {
  return requests.run(requestId, run);
}

/** Origin of the work that runs now. */
export function currentOrigin(): Origin {
  return { requestId: requests.getStore() ?? null, traceparent: tracing?.traceparent() ?? null };
}
