import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { createMailer } from '@diorama/shared/server/delivery/mail.ts';
import { freeBytesFor } from '@diorama/shared/server/runtime/disk-fault.ts';
import { lanCertificateFiles } from '@diorama/shared/server/runtime/lan.ts';
import { Redis } from 'ioredis';
import { hasDatabase, isInstallationRunning, openInstallation } from '../backup/installation.ts';
import { checkProcessEnv, PROJECT_ROOT, type StackEnv } from '../env.ts';
import { untilAborted } from '../stop-signal.ts';
import { checkAddress } from './check-address.ts';
import { checkBackups, existingFolder } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkStore } from './check-store.ts';
import type { Check, Finding } from './finding.ts';

const CONNECT_WITHIN_MS = 5_000;
const OLDEST_REDIS = [6, 2] as const;

const GB = 1_000_000_000;
/** Prints the version of the browser. */
const BROWSER_SCRIPT = join(PROJECT_ROOT, 'worker-assets/src/stage/print-version.ts');
const BROWSER_WITHIN_MS = 20_000;
/** Free bytes of the disk, below which the next uploads fail, or soon will. */
const FREE = { least: GB, few: 10 * GB } as const;

/** The checks of an installation that the environment describes. */
export function listChecks(env: StackEnv): Check[] {
  const isNew = env.databaseUrl === null && !hasDatabase(env);
  const checks: (Check | null)[] = [
    {
      subject: 'environment',
      remedy: 'See the table of variables in docs/operations.md',
      run: async () => checkEnvironment(env),
    },
    {
      subject: 'database and files',
      remedy: 'See whether PostgreSQL and the store run, and what DATABASE_URL and S3_ENDPOINT name',
      run: async (signal) => (isNew ? NOT_STARTED : checkData(env, signal)),
    },
    env.redisUrl === null
      ? null
      : {
          subject: 'Redis',
          remedy: 'See whether it runs, and what REDIS_URL names',
          run: () => checkRedis(env.redisUrl ?? ''),
        },
    {
      subject: 'mail',
      remedy: 'See whether SMTP_URL has the right host, port, user and password',
      run: () => checkMail(env),
    },
    {
      subject: 'browser',
      remedy: 'Install the libraries that it misses, or set CHROMIUM_PATH to a Chromium of the system',
      run: () => checkBrowser(env),
    },
    {
      subject: 'disk',
      remedy: 'See whether DIORAMA_DATA_DIR can be read',
      run: () => checkDisk(env.dataDir),
    },
    {
      subject: 'backups',
      remedy: 'Set BACKUP_DIR to a folder that the workers can write to',
      run: () => checkBackups(env),
    },
    {
      subject: 'address',
      remedy: 'See whether PUBLIC_URL is the address of the proxy, and its certificate is for that name',
      run: () =>
        checkAddress(env.publicUrl, {
          isRunning: isInstallationRunning(env),
          lanCertificate: env.isLan ? readIfThere(lanCertificateFiles(env.dataDir).certificate) : null,
        }),
    },
  ];
  return checks.filter((check) => check !== null);
}

/** An empty text before the first start. */
function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const NOT_STARTED: Finding[] = [
  { level: 'ok', text: 'npm start makes them when it is run for the first time' },
];

function checkEnvironment(env: StackEnv): Finding[] {
  checkProcessEnv(env);
  const { hostname, protocol } = new URL(env.publicUrl);
  const isBehindProxy = protocol === 'https:' && !env.isLan && !isLoopback(hostname);
  return isBehindProxy && !env.inherited.TRUSTED_PROXIES
    ? [
        {
          level: 'warning',
          text: 'PUBLIC_URL is https and no proxy is trusted, so all visitors would share the limits of one',
          remedy: 'Set TRUSTED_PROXIES to the address of the proxy',
        },
      ]
    : [{ level: 'ok', text: 'every variable can be read' }];
}

async function checkData(env: StackEnv, signal: AbortSignal): Promise<Finding[]> {
  await using installation = await openInstallation(env);
  const { databaseUrl, store, addresses } = installation;
  const pageOrigin = new URL(env.publicUrl).origin;
  const direct = addresses && { addresses, pageOrigin };
  return await untilAborted(signal, async () => [
    ...(await checkDatabase(databaseUrl, { isRehearsed: Boolean(env.inherited.BACKUP_DIR) })),
    ...(await checkStore(store, direct)),
  ]);
}

async function checkMail({ smtpUrl, publicUrl }: StackEnv): Promise<Finding[]> {
  if (smtpUrl === null) {
    return isLoopback(new URL(publicUrl).hostname)
      ? [{ level: 'ok', text: 'mails stay in the mailbox that npm start opens' }]
      : [
          {
            level: 'problem',
            text: 'nobody gets a mail, so that no address can be confirmed and no password reset',
            remedy: 'Set SMTP_URL and MAIL_FROM',
          },
        ];
  }
  const mailer = createMailer({ smtpUrl, mailFrom: '' });
  try {
    await mailer.verify();
    return [{ level: 'ok', text: `${new URL(smtpUrl).hostname} takes mails` }];
  } finally {
    mailer.close();
  }
}

async function checkBrowser(env: StackEnv): Promise<Finding[]> {
  const database = { DATABASE_URL: env.databaseUrl ?? 'postgres://embedded' };
  const { stdout } = await promisify(execFile)(process.execPath, [BROWSER_SCRIPT], {
    env: { ...database, ...env.inherited, DIORAMA_DATA_DIR: env.dataDir },
    timeout: BROWSER_WITHIN_MS,
  });
  return [{ level: 'ok', text: `${stdout.trim()} draws the pictures` }];
}

async function checkDisk(dataDir: string): Promise<Finding[]> {
  return [findingOfSpace(await freeBytesFor(existingFolder(dataDir)))];
}

/** Finding about the free bytes of the disk. */
export function findingOfSpace(free: number): Finding {
  const text = `${(free / GB).toFixed(1)} GB are free`;
  return free >= FREE.few
    ? { level: 'ok', text }
    : {
        level: free < FREE.least ? 'problem' : 'warning',
        text: `only ${text}`,
        remedy: 'Make room, or set DIORAMA_DATA_DIR to a larger disk',
      };
}

/** Checks version and eviction policy of a Redis. */
export async function checkRedis(url: string): Promise<Finding[]> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The failure of `connect` itself has no reason.
  const failure = new Promise<never>((_, reject) => client.once('error', reject));
  client.on('error', () => undefined);
  failure.catch(() => undefined);
  try {
    await Promise.race([client.connect(), failure]);
    const info = await client.info();
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? '';
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? 'noeviction';
    return [versionOf(version), ...policyOf(policy)];
  } finally {
    client.disconnect();
  }
}

function versionOf(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_REDIS;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? { level: 'ok', text: `Redis ${version} answers` }
    : {
        level: 'problem',
        text: `Redis ${version} is too old`,
        remedy: `Upgrade it to ${OLDEST_REDIS.join('.')} or newer`,
      };
}

function policyOf(policy: string): Finding[] {
  return policy === 'noeviction'
    ? []
    : [
        {
          level: 'problem',
          text: `Redis throws jobs away when its memory is full, as its maxmemory-policy is ${policy}`,
          remedy: 'Set maxmemory-policy noeviction',
        },
      ];
}
