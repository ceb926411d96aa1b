import { join } from 'node:path';
import { environmentFor, type ProcessName } from '@diorama/shared/server/runtime/process-secrets.ts';
import type { Ports } from '@diorama/shared/server/runtime/report-ports.ts';
import { PROJECT_ROOT, type StackEnv } from './env.ts';
import type { Secrets } from './secrets.ts';
import type { Service } from './supervise.ts';

const WORKERS = ['worker-assets', 'worker-billing', 'worker-notify'] as const;

/** Node options for processes with little data: a small young generation limits their growth while idle. */
const SMALL = ['--max-semi-space-size=2'] as const;

/** The addresses of the embedded services. */
export type Embedded = { databaseUrl: string; smtpUrl: string };

/**
 * Describes the four processes of the product with their environment. `watch` restarts a process when its
 * sources change.
 */
export function describeProcesses(input: {
  env: StackEnv;
  secrets: Secrets;
  embedded: Embedded;
  watch: boolean;
}): Service[] {
  const { env, secrets, embedded, watch } = input;
  const shared: NodeJS.ProcessEnv = {
    ...env.inherited,
    PORT: String(env.port),
    PUBLIC_URL: env.publicUrl,
    DIORAMA_DATA_DIR: env.dataDir,
    DIORAMA_DEMO: env.demo ? '1' : '0',
    DIORAMA_DEMO_PASSWORD: secrets.demoPassword,
    SECRET_KEY: env.secretKey ?? secrets.secretKey,
    DATABASE_URL: embedded.databaseUrl,
    SMTP_URL: embedded.smtpUrl,
    SHUTDOWN_GRACE_S: String(env.shutdownGraceMs / 1_000),
  };
  const describe = (name: ProcessName, own: NodeJS.ProcessEnv, healthUrl: Service['healthUrl']): Service => ({
    name,
    command: process.execPath,
    args: () => [
      ...(name === 'gateway' || name === 'worker-assets' ? [] : SMALL),
      ...(watch ? ['--watch', '--watch-preserve-output'] : []),
      join(PROJECT_ROOT, name, 'src/main.ts'),
    ],
    env: environmentFor(name, { ...shared, ...own }),
    cwd: PROJECT_ROOT,
    healthUrl,
  });
  // With HTTPS the gateway has a second port without it, for this machine alone.
  const ownHealth = (ports: Ports | null) =>
    ports?.http === undefined ? null : `http://127.0.0.1:${ports.http}/api/health`;
  const own = env.host === '0.0.0.0' || env.host === '::' ? '127.0.0.1' : env.host;
  const gatewayHealth = `http://${own.includes(':') ? `[${own}]` : own}:${env.port}/api/health`;
  return [
    describe('gateway', { HOST: env.host }, (ports) => (env.isLan ? ownHealth(ports) : gatewayHealth)),
    ...WORKERS.map((name) =>
      describe(name, { HOST: '127.0.0.1', DIORAMA_HEALTH_PORT: '0' }, (ports) =>
        ports?.health === undefined ? null : `http://127.0.0.1:${ports.health}/health`,
      ),
    ),
  ];
}

/**
 * The mailbox. It receives mails by SMTP, stores them in the data folder and shows them on a page. It reports
 * its ports.
 */
export function describeMailbox(env: StackEnv): Service {
  return {
    name: 'mailbox',
    command: process.execPath,
    args: (ports) => [
      ...SMALL,
      join(PROJECT_ROOT, 'stack/src/mailbox/main.ts'),
      join(env.dataDir, 'mail'),
      String(ports?.smtp ?? 0),
      String(ports?.page ?? 0),
    ],
    env: { PATH: env.inherited.PATH },
    cwd: PROJECT_ROOT,
    healthUrl: (ports) => (ports?.page === undefined ? null : `http://127.0.0.1:${ports.page}/healthz`),
  };
}
