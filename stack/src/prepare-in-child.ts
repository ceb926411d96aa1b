import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROJECT_ROOT, type StackEnv } from './env.ts';

/**
 * Prepares the database in a child process. The start command would otherwise hold the loaded modules in
 * memory while it runs.
 * @throws Error with one line for the cause.
 */
export async function prepareInChild(env: StackEnv, databaseUrl: string): Promise<void> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'stack/src/migrate.ts')], {
    cwd: PROJECT_ROOT,
    env: { ...env.inherited, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) {
    throw new Error(said.trim().split('\n').at(-1) || 'The database could not be prepared');
  }
}
