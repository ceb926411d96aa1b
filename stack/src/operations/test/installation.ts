import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentFor, type ProcessName } from '@diorama/shared/server/runtime/process-secrets.ts';
import { PROJECT_ROOT } from '../../env.ts';
import { reachDatabase } from '../../prepare-database.ts';
import { SLOW } from '../../test/slow.ts';
import { createNetwork, type Host, type HostCommand } from './hosts.ts';

/**
 * Hosts of an installation. `one` and `two` run a gateway and one worker of each kind.
 * Tests may start further gateways on `three` and `four`.
 */
export type HostName = 'edge' | 'database' | 'redis' | 'store' | GatewayHost;
export type GatewayHost = 'one' | 'two' | 'three' | 'four';

/** The product on several hosts, as compose.yaml runs it on one network. */
export type Installation = {
  hosts: Readonly<Record<HostName, Host>>;
  /** URL of the balancer. */
  url: string;
  /** URL of a gateway, without the balancer. */
  gatewayUrl(host: GatewayHost): string;
  databaseUrl: string;
  /** Migrates the database to the release in `root`. */
  migrate(root?: string): void;
  /** Starts a process of the release in `root`; `env` overrides variables. */
  start(host: GatewayHost, name: ProcessName, options?: { root?: string; env?: NodeJS.ProcessEnv }): void;
  /** Waits until the balancer answers and the gateways of `hosts` are healthy, by default `one` and `two`. */
  ready(hosts?: readonly GatewayHost[]): Promise<void>;
  /** The status of a gateway's health and its failed checks. */
  health(host: GatewayHost): Promise<{ status: number; failing: string[] }>;
  /** Scenes in the memory of a gateway, and their sockets. */
  openScenes(host: GatewayHost): Promise<{ scenes: number; sockets: number }>;
  /** Bytes of a gateway's objects and buffers. */
  memory(host: GatewayHost): Promise<number>;
  close(): Promise<void>;
};

export const GATEWAY_HOSTS: readonly GatewayHost[] = ['one', 'two'];
export const PROCESSES: readonly ProcessName[] = [
  'gateway',
  'worker-assets',
  'worker-billing',
  'worker-notify',
];
const DISK_MB: Record<HostName, number> = {
  ...{ edge: 16, database: 700, redis: 64, store: 300 },
  ...{ one: 700, two: 700, three: 16, four: 16 },
};
const PASSWORD = 'a-password-of-the-tests';
const METRICS_TOKEN = 'a-token-of-the-tests';
const READY_WITHIN_MS = 120_000 * SLOW;

/**
 * Starts the installation and waits until it is healthy. Logs are in `.data/operations/<name>`.
 * @throws Error where the pages are not built, without which imports time out
 */
export async function startInstallation(
  name: string,
  options: { root?: string } = {},
): Promise<Installation> {
  if (!existsSync(join(PROJECT_ROOT, 'web/dist/stage.html'))) {
    throw new Error('The pages are not built: run `npm run build`');
  }
  const network = await createNetwork(join(PROJECT_ROOT, '.data/operations', name));
  try {
    const entries = Object.entries(DISK_MB).map(([host, size]) => [host, network.addHost(host, size)]);
    const hosts: Installation['hosts'] = Object.fromEntries(entries);
    const databaseUrl = `postgres://diorama:${PASSWORD}@${hosts.database.address}:5432/diorama`;
    startServices(hosts);
    await untilReachable(databaseUrl);
    const installation = describe({ hosts, databaseUrl, close: network.close });
    installation.migrate(options.root);
    for (const host of GATEWAY_HOSTS) {
      for (const process of PROCESSES) {
        installation.start(host, process, options);
      }
    }
    await installation.ready();
    return installation;
  } catch (err) {
    await network.close();
    throw err;
  }
}

/** The server refuses connections, or has no database, while it starts. */
async function untilReachable(databaseUrl: string): Promise<void> {
  await within(READY_WITHIN_MS, async () => {
    try {
      await reachDatabase(databaseUrl);
      return true;
    } catch {
      return false;
    }
  });
}

function startServices(hosts: Installation['hosts']): void {
  const { edge, database, redis, store, one, two, three, four } = hosts;
  const script = (file: string) => join(import.meta.dirname, file);
  const node = (name: string, file: string, args: readonly string[]): HostCommand => ({
    name,
    command: process.execPath,
    args: [script(file), ...args],
  });
  database.keep(node('postgres', 'run-database.ts', [database.folder, '5432', PASSWORD]));
  redis.keep({
    name: 'redis',
    command: 'redis-server',
    args: ['--bind', '0.0.0.0', '--protected-mode', 'no', '--maxmemory-policy', 'noeviction'].concat(
      ...['--appendonly', 'yes', '--save', '', '--dir', redis.folder],
    ),
  });
  store.keep(node('store', 'run-store.ts', [store.folder, '8333']));
  const gateways = [one, two, three, four].map(({ address }) => address);
  edge.keep(node('name-server', 'run-name-server.ts', gateways));
  const file = join(PROJECT_ROOT, 'ops/haproxy.cfg');
  edge.keep({ name: 'balancer', command: 'haproxy', args: ['-db', '-f', file] });
  for (const { folder, keep } of [one, two]) {
    mkdirSync(join(folder, 'mail'));
    keep({
      ...{ name: 'mailbox', command: process.execPath },
      args: [join(PROJECT_ROOT, 'stack/src/mailbox/main.ts'), join(folder, 'mail'), '1025', '1080'],
    });
  }
}

function describe(input: {
  hosts: Installation['hosts'];
  databaseUrl: string;
  close: () => Promise<void>;
}): Installation {
  const { hosts, databaseUrl } = input;
  const url = `http://${hosts.edge.address}:3000`;
  const gatewayUrl = (host: GatewayHost) => `http://${hosts[host].address}:3000`;
  const environmentOf = (host: GatewayHost): NodeJS.ProcessEnv => ({
    NODE_COMPILE_CACHE: join(PROJECT_ROOT, '.data/compile-cache'),
    PORT: '3000',
    HOST: '0.0.0.0',
    PUBLIC_URL: url,
    DIORAMA_DATA_DIR: hosts[host].folder,
    SECRET_KEY: 'a-key-of-the-tests-over-several-hosts',
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://${hosts.redis.address}:6379`,
    S3_ENDPOINT: `http://${hosts.store.address}:8333`,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    SMTP_URL: 'smtp://127.0.0.1:1025',
    PAYMENTS: 'sandbox',
    RATE_LIMIT_FACTOR: '0',
    METRICS_TOKEN,
    TRUSTED_PROXIES: hosts.edge.address,
    OPERATOR_EMAILS: 'operator@diorama.test',
  });
  const installation: Installation = {
    hosts,
    url,
    gatewayUrl,
    databaseUrl,
    migrate: (root = PROJECT_ROOT) => {
      const { PATH, REDIS_URL } = { ...process.env, ...environmentOf('one') };
      const env = { PATH, REDIS_URL, DATABASE_URL: databaseUrl };
      execFileSync(process.execPath, [join(root, 'stack/src/migrate.ts')], { cwd: root, env, stdio: 'pipe' });
    },
    start: (host, name, { root = PROJECT_ROOT, env = {} } = {}) =>
      hosts[host].keep({
        name,
        command: process.execPath,
        args: [join(root, name, 'src/main.ts')],
        env: environmentFor(name, { PATH: process.env.PATH, ...environmentOf(host), ...env }),
      }),
    ready: async (gateways = GATEWAY_HOSTS) => {
      const urls = [url, ...gateways.map(gatewayUrl)];
      await within(READY_WITHIN_MS, async () => {
        const statuses = await Promise.all(urls.map((base) => statusOf(`${base}/api/health`)));
        return statuses.every((status) => status === 200);
      });
    },
    health: async (host) => {
      const response = await fetch(`${gatewayUrl(host)}/api/health`, { signal: AbortSignal.timeout(15_000) });
      const { checks } = await response.json();
      const failing = Object.keys(checks ?? {}).filter((check) => checks[check] !== 'ok');
      return { status: response.status, failing: failing.toSorted() };
    },
    openScenes: async (host) => {
      const read = await readMetrics(gatewayUrl(host));
      return { scenes: read('diorama_open_scenes'), sockets: read('diorama_scene_sockets') };
    },
    memory: async (host) => {
      const read = await readMetrics(gatewayUrl(host));
      return read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes');
    },
    close: input.close,
  };
  return installation;
}

/** Reads the metrics of a process. @returns their values by name, NaN for an unknown one */
async function readMetrics(base: string): Promise<(metric: string) => number> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${base}/metrics`, { headers })).text();
  return (metric) => Number(new RegExp(`^${metric}\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function statusOf(address: string): Promise<number> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Polls until the condition holds. @throws Error when the time is over */
async function within(limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > until) {
      throw new Error('The installation is not ready in time: see its logs in .data/operations');
    }
    await sleep(100);
  }
}

/** Reads the log of a command. */
export function readLog(name: string, host: HostName, command: string): string {
  return readFileSync(join(PROJECT_ROOT, '.data/operations', name, `${host}-${command}.log`), 'utf8');
}
