import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT, type StackEnv } from './env.ts';
import { findFreePort } from './ports.ts';
import type { Secrets } from './secrets.ts';
import type { Service } from './supervise.ts';

const WORKERS = ['worker-assets', 'worker-billing', 'worker-notify'] as const;
/** The gateway first: people wait for it. */
export const PROCESS_NAMES = ['gateway', ...WORKERS] as const;

/** For processes that never hold much: a young generation this small keeps them from growing while they idle. */
const SMALL = ['--max-semi-space-size=2'] as const;

/** What the embedded services ended up with. */
export type Embedded = { databaseUrl: string; smtpUrl: string };

/** The four processes of the product with the environment of each. `watch` starts one again when its sources change. */
export async function describeProcesses(input: {
  env: StackEnv;
  secrets: Secrets;
  embedded: Embedded;
  watch: boolean;
}): Promise<Service[]> {
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
  const describe = (name: string, own: NodeJS.ProcessEnv, healthUrl: string): Service => ({
    name,
    command: process.execPath,
    args: [
      ...(name === 'gateway' || name === 'worker-assets' ? [] : SMALL),
      ...(watch ? ['--watch', '--watch-preserve-output'] : []),
      join(PROJECT_ROOT, name, 'src/main.ts'),
    ],
    env: { ...shared, ...own },
    cwd: PROJECT_ROOT,
    healthUrl,
  });
  const own = env.host === '0.0.0.0' || env.host === '::' ? '127.0.0.1' : env.host;
  const gatewayHealth = `http://${own.includes(':') ? `[${own}]` : own}:${env.port}/api/health`;
  const workers = await Promise.all(
    WORKERS.map(async (name) => {
      const port = await findFreePort();
      return describe(
        name,
        { HOST: '127.0.0.1', DIORAMA_HEALTH_PORT: String(port) },
        `http://127.0.0.1:${port}/health`,
      );
    }),
  );
  return [describe('gateway', { HOST: env.host }, gatewayHealth), ...workers];
}

/** The mailbox: takes every mail by SMTP, keeps it in the data folder and shows it on a page. */
export async function describeMailbox(
  env: StackEnv,
): Promise<{ service: Service; smtpUrl: string; pageUrl: string }> {
  const [smtpPort, pagePort] = [await findFreePort(), await findFreePort()];
  const folder = dirname(createRequire(import.meta.url).resolve('maildev/package.json'));
  const pageUrl = `http://127.0.0.1:${pagePort}`;
  const options = {
    smtp: smtpPort,
    web: pagePort,
    ip: '127.0.0.1',
    'web-ip': '127.0.0.1',
    'mail-directory': join(env.dataDir, 'mail'),
  };
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    pageUrl,
    service: {
      name: 'mailbox',
      command: process.execPath,
      args: [
        // It prints a deprecation of a library of its own at every start.
        '--no-deprecation',
        ...SMALL,
        join(folder, 'bin/maildev'),
        '--silent',
        ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ],
      env: { PATH: env.inherited.PATH },
      cwd: env.dataDir,
      healthUrl: `${pageUrl}/healthz`,
    },
  };
}
