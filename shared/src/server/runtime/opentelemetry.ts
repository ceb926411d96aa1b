// Loaded only where a collector is set. Its packages are development dependencies, so that an installation
// without a collector does not install them.
import {
  type Context,
  context,
  diag,
  SpanKind as Kind,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { BullMQOtel } from 'bullmq-otel';
import type { Logger } from './logger.ts';
import type { ActiveSpan, SpanKind, SpanOptions, Tracing } from './tracing.ts';

const TRACER = 'diorama';
/** Interval at which spans are sent, in milliseconds. */
const SEND_EVERY_MS = 1_000;
const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  producer: Kind.PRODUCER,
  internal: Kind.INTERNAL,
};
/** Kinds of spans that may begin a trace. BullMQ's upkeep of locks would fill the collector otherwise. */
const ROOTS: ReadonlySet<Kind> = new Set([Kind.SERVER, Kind.CONSUMER]);
const BEGINS_TRACE: Sampler = {
  shouldSample: (_context, _traceId, _name, kind) => ({
    decision: ROOTS.has(kind) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => 'requests and jobs',
};

/** Creates the tracing of a process. `endpoint` is the base address of an OTLP collector over HTTP. */
export function createTracing(options: { name: string; endpoint: string; logger: Logger }): Tracing {
  const { name, endpoint, logger } = options;
  const report = (reason: string) => logger.warn({ reason }, 'spans could not be exported');
  diag.setLogger({ ...SILENT, error: report });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `diorama-${name}`, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: BEGINS_TRACE }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  const tracer = trace.getTracer(TRACER);
  return {
    inSpan: (span, run) => {
      const { kind = 'internal', startedAt, attributes } = span;
      const start = {
        kind: KINDS[kind],
        ...(startedAt && { startTime: startedAt }),
        ...(attributes && { attributes }),
      };
      return tracer.startActiveSpan(span.name, start, parentOf(span), (active) => finish(active, run));
    },
    traceparent: () => toTraceparent(context.active()),
    queues: new BullMQOtel({ tracerName: TRACER }),
    close: () => provider.shutdown(),
  };
}

const SILENT = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  verbose: () => undefined,
};

async function finish<T>(span: Span, run: (span: ActiveSpan) => Promise<T>): Promise<T> {
  try {
    return await run({
      rename: (name) => span.updateName(name),
      set: (name, value) => span.setAttribute(name, value),
    });
  } catch (error) {
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** An unreadable `traceparent` begins a new trace. */
function parentOf({ parent }: SpanOptions): Context {
  if (parent === undefined) {
    return context.active();
  }
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

function toTraceparent(from: Context): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(from, carrier);
  return carrier.traceparent ?? null;
}
