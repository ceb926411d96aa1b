import { readFileSync } from 'node:fs';
import { SECRET_VARIABLES } from './process-secrets.ts';

/** Other variables whose values open something. */
const OPENERS = ['DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN'];
const NAMES = [...SECRET_VARIABLES, ...OPENERS];

/**
 * Replaces each `<NAME>_FILE` of a secret by `<NAME>` with the content of that file, as Docker and systemd hand secrets
 * over. A line break at its end does not count.
 * @throws Error for a file that cannot be read, and for a variable that is set both ways
 */
export function readSecretFiles(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const all = { ...source };
  for (const name of NAMES) {
    const path = all[`${name}_FILE`];
    delete all[`${name}_FILE`];
    if (path === undefined || path === '') {
      continue;
    }
    if (all[name]) {
      throw new Error(`The environment is not usable: ${name} and ${name}_FILE must not both be set`);
    }
    all[name] = readSecret(name, path);
  }
  return all;
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The environment is not usable: ${name}_FILE cannot be read (${reason})`, { cause });
  }
}
