import { join, resolve } from 'node:path';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { lanAddresses } from '@diorama/shared/server/runtime/lan.ts';
import { readSecretFiles } from '@diorama/shared/server/runtime/secret-files.ts';
import { z } from 'zod';

const StackVariables = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
  HTTPS: z.literal('lan').optional(),
  DIORAMA_DATA_DIR: z.string().default('.data'),
  DIORAMA_DEMO: z.enum(['0', '1', 'false', 'true']).optional(),
  DATABASE_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  SMTP_URL: z.string().optional(),
  SECRET_KEY: z.string().optional(),
  /** Folder in which npm was called. */
  INIT_CWD: z.string().default('.'),
  SHUTDOWN_GRACE_S: z.coerce.number().min(0).default(8),
});

/** Settings of the start command itself; the processes parse the rest. */
export type StackEnv = ReturnType<typeof loadStackEnv>;

export const PROJECT_ROOT = resolve(import.meta.dirname, '../..');

/**
 * Reads the environment of the start command.
 * @throws Error that names every variable that is wrong.
 */
export function loadStackEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.entries(readSecretFiles(source));
  const present = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const parsed = StackVariables.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable: ${problems.join('; ')}`);
  }
  const vars = parsed.data;
  const dataDir = resolve(PROJECT_ROOT, vars.DIORAMA_DATA_DIR);
  const isDemoWanted = vars.DIORAMA_DEMO === '1' || vars.DIORAMA_DEMO === 'true';
  return {
    port: vars.PORT,
    ...reachOf(vars),
    dataDir,
    /** On by default only in an embedded database. */
    demo: vars.DIORAMA_DEMO === undefined ? vars.DATABASE_URL === undefined : isDemoWanted,
    databaseUrl: vars.DATABASE_URL ?? null,
    redisUrl: vars.REDIS_URL ?? null,
    smtpUrl: vars.SMTP_URL ?? null,
    secretKey: vars.SECRET_KEY ?? null,
    callerFolder: vars.INIT_CWD,
    shutdownGraceMs: vars.SHUTDOWN_GRACE_S * 1_000,
    /** Environment of the processes. */
    inherited: {
      ...present,
      // Modules are compiled once per release, not once per process.
      NODE_COMPILE_CACHE: source.NODE_COMPILE_CACHE ?? join(dataDir, 'compile-cache'),
    } as NodeJS.ProcessEnv,
    useColour: source.NO_COLOR === undefined && (process.stdout.isTTY || source.FORCE_COLOR !== undefined),
  };
}

/** Host and ports on which the gateway listens, and its public address. */
function reachOf({ HOST, HTTPS, PORT, PUBLIC_URL }: z.output<typeof StackVariables>) {
  const isLan = HTTPS === 'lan';
  const [address = 'localhost'] = isLan ? lanAddresses() : [];
  return {
    host: HOST ?? (isLan ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: PUBLIC_URL?.replace(/\/+$/, '') ?? `http${isLan ? 's' : ''}://${address}:${PORT}`,
    isLan,
  };
}

/**
 * Validates the environment of the processes before any of them starts.
 * @throws Error that names in one line every invalid variable.
 */
export function checkProcessEnv(env: StackEnv): void {
  // The embedded database and the first key are created later and are valid.
  loadEnv({ DATABASE_URL: 'postgres://embedded', SECRET_KEY: 'x'.repeat(32), ...env.inherited });
}
