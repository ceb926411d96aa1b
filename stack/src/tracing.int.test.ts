// @module-tag full
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';
import { createTestDatabase } from './test/database.ts';
import { hasRedis, startTestRedis, type TestRedis } from './test/redis.ts';
import { ONE_PIXEL } from './test/tiny-files.ts';

const WITHIN = { timeout: 240_000, interval: 100 };
/** A trace that a browser has begun. */
const CLICK = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

type Attribute = { key: string; value: { stringValue?: string } };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: Attribute[];
};
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Omit<SentSpan, 'service'>[] }[];
  }[];
};
type Loaded = { loads: string; for: string };
type Started = { child: ChildProcess; ports: Record<string, number>; loaded: Loaded[]; output: () => string };

const spans: SentSpan[] = [];
let collector: Server;
let endpoint: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir = tmpdir();
let databaseUrl = 'postgres://127.0.0.1:1/none';

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = textOf(resource.attributes, 'service.name');
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
    }
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});

afterAll(() => {
  collector.close();
});

const textOf = (attributes: readonly Attribute[], key: string) =>
  attributes.find((attribute) => attribute.key === key)?.value.stringValue ?? '';

async function start(
  name: string,
  env: Record<string, string> = {},
  hooks = join(import.meta.dirname, 'test/loaded-tracing.mjs'),
): Promise<Started> {
  const child = fork(join(PROJECT_ROOT, name, 'src/main.ts'), {
    execArgv: ['--import', hooks],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DIORAMA_DATA_DIR: dataDir,
      SECRET_KEY: 'a-secret-of-the-tests-that-is-long-enough',
      RATE_LIMIT_FACTOR: '0',
      ...env,
    },
    silent: true,
  });
  const loaded: Loaded[] = [];
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ports = await new Promise<Record<string, number>>((resolve, reject) => {
    child.on('message', (message: Partial<Loaded> & { listening?: Record<string, number> }) => {
      if (message.listening) {
        resolve(message.listening);
      } else if (message.loads !== undefined) {
        loaded.push({ loads: message.loads, for: message.for ?? '' });
      }
    });
    child.once('exit', () => reject(new Error(`${name} ended:\n${text}`)));
  });
  return { child, ports, loaded, output: () => text };
}

async function end({ child }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

async function upload(url: string): Promise<string> {
  const body = { email: 'ada@people.test', password: 'correct-horse-battery', username: 'Ada' };
  const signUp = await fetch(`${url}/api/users/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(signUp.status, await signUp.clone().text()).toBe(201);
  const { token } = await signUp.json();
  const form = new FormData();
  form.append('type', String(ASSET_TYPE.image));
  form.append('file', new Blob([ONE_PIXEL], { type: 'image/png' }), 'pixel.png');
  const answer = await fetch(`${url}/api/assets/upload`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': 'one-upload-of-a-pixel',
      traceparent: `00-${CLICK.traceId}-${CLICK.spanId}-01`,
    },
    body: form,
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return answer.headers.get('x-request-id') ?? '';
}

/** Spans of the click's trace from the one with this name up to the click, by name. */
function pathTo(name: string): string[] {
  const own = spans.filter((span) => span.traceId === CLICK.traceId);
  let at = own.find((span) => span.name === name);
  const path: string[] = [];
  while (at) {
    path.unshift(`${at.service}: ${at.name}`);
    const { parentSpanId } = at;
    if (parentSpanId === CLICK.spanId) {
      return ['click', ...path];
    }
    at = own.find((span) => span.spanId === parentSpanId);
  }
  return path;
}

describe.each(['postgres', 'redis'] as const)('with a collector and queues on %s', (backend) => {
  describe.skipIf(backend === 'redis' && !hasRedis)('', () => {
    let redis: TestRedis | null = null;
    let running: Started[] = [];
    beforeAll(async () => {
      spans.length = 0;
      redis = backend === 'redis' ? await startTestRedis() : null;
      database = await createTestDatabase();
      databaseUrl = database.url;
      dataDir = await mkdtemp(join(tmpdir(), 'diorama-tracing-'));
    });
    afterAll(async () => {
      await Promise.all(running.map(end));
      await redis?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      running = [];
    });

    it('an upload is one trace from the click to the stored file', async () => {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...(redis && { REDIS_URL: redis.url }) };
      running = await Promise.all([start('gateway', env), start('worker-assets', env)]);
      const [gateway] = running;
      const requestId = await upload(`http://127.0.0.1:${gateway?.ports.http}`);
      const request = ['click', 'diorama-gateway: POST /api/assets/upload'];
      const job = [
        ...request,
        'diorama-gateway: outbox asset.uploaded',
        'diorama-worker-assets: process assets',
      ];
      const child = 'child convert-picture';
      await expect.poll(() => pathTo(child), WITHIN).toEqual([...job, `diorama-worker-assets: ${child}`]);
      const puts = () =>
        spans
          .filter((span) => span.traceId === CLICK.traceId && span.name === 'object put')
          .map(({ parentSpanId }) => spans.find(({ spanId }) => spanId === parentSpanId)?.name);
      await expect
        .poll(puts, WITHIN)
        .toEqual(expect.arrayContaining(['POST /api/assets/upload', 'process assets']));
      const server = spans.find(
        ({ name, traceId }) => name === 'POST /api/assets/upload' && traceId === CLICK.traceId,
      );
      expect(textOf(server?.attributes ?? [], 'diorama.request.id')).toBe(requestId);
      const process = spans.find(
        ({ name, traceId }) => name === 'process assets' && traceId === CLICK.traceId,
      );
      expect(textOf(process?.attributes ?? [], 'bullmq.job.name')).toBe('asset.import');
      expect(running.map(({ loaded }) => loaded.some(({ loads }) => loads.includes('sdk-trace')))).toEqual([
        true,
        true,
      ]);
    });

    it('queue maintenance starts no traces', () => {
      const roots = spans.filter(({ parentSpanId }) => !parentSpanId);
      expect(roots.map(({ name }) => name).filter((name) => !/^(process|POST|GET) /.test(name))).toEqual([]);
    });
  });
});

it('without a collector no process loads OpenTelemetry, and requests work as before', async () => {
  database = await createTestDatabase();
  databaseUrl = database.url;
  dataDir = await mkdtemp(join(tmpdir(), 'diorama-tracing-'));
  const running = await Promise.all(
    ['gateway', 'worker-assets', 'worker-billing', 'worker-notify'].map((name) => start(name)),
  );
  try {
    await upload(`http://127.0.0.1:${running[0]?.ports.http}`);
    const ours = running.flatMap(({ loaded }) =>
      // The client of Prometheus loads the API for its exemplars, and that of Redis for its own metrics.
      loaded.filter(
        ({ loads, for: by }) =>
          !/@opentelemetry\/api\//.test(loads) || !/prom-client|@redis|@opentelemetry\/api\//.test(by),
      ),
    );
    expect(ours).toEqual([]);
    expect(running.map(({ output }) => output()).join('')).not.toMatch(/OpenTelemetry|spans/);
  } finally {
    await Promise.all(running.map(end));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

it('a process with a collector but without the packages reports how to install them, and exits', async () => {
  const hide = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) =>
      next(name === '@opentelemetry/sdk-trace' ? '@opentelemetry/not-installed' : name, context) })`;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  await expect(
    start('worker-notify', env, `data:text/javascript,${encodeURIComponent(hide)}`),
  ).rejects.toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages .* are not installed: run npm ci/);
});
