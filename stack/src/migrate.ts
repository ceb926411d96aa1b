import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadStackEnv } from './env.ts';
import { keepBeforeUpgrade } from './keep-before-upgrade.ts';
import { prepareDatabase, reachDatabase } from './prepare-database.ts';

/**
 * `npm run migrate`: migrates the database of DATABASE_URL to this release. With `--keep <folder>` a
 * copy of the database from before is kept there. The start command does so with the data folder.
 */
async function main(): Promise<void> {
  const env = loadStackEnv();
  if (env.databaseUrl === null) {
    throw new Error('Set DATABASE_URL; without it npm start has a database of its own and migrates that');
  }
  const { values } = parseArgs({
    // `of-start` is set by the start command, which removes the copy once it is healthy.
    options: { keep: { type: 'string' }, 'of-start': { type: 'boolean', default: false } },
  });
  await reachDatabase(env.databaseUrl);
  if (values.keep !== undefined) {
    const folder = resolve(env.callerFolder, values.keep);
    const kept = await keepBeforeUpgrade(env.databaseUrl, folder, { isOfStart: values['of-start'] });
    if (kept !== null) {
      console.log(kept);
    }
  }
  const steps = await prepareDatabase({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl });
  console.log(steps.length === 0 ? 'The database is up to date' : `Done: ${steps.join(', ')}`);
}

main().catch((err) => {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
});
