import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { goBack } from '@diorama/shared/server/operations/backup/keep-database.ts';
import { isInstallationRunning, openInstallation } from '../backup/installation.ts';
import { loadStackEnv } from '../env.ts';
import { runCommand } from '../run-command.ts';
import { untilAborted } from '../stop-signal.ts';
import { upgradeFolder } from './upgrade-folder.ts';

/**
 * `npm run go-back`: the database as it was before an upgrade that did not become healthy.
 * With a folder the copy is that of `npm run migrate -- --keep <folder>`.
 */
async function main(stop: AbortSignal): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) {
    throw new Error('npm run go-back [-- <folder>]');
  }
  const env = loadStackEnv();
  const [chosen] = positionals;
  const folder = chosen === undefined ? env.dataDir : resolve(env.callerFolder, chosen);
  if (isInstallationRunning(env)) {
    throw new Error(`Diorama runs on ${env.dataDir}: stop it first`);
  }
  await using installation = await openInstallation(env);
  const takenAt = await untilAborted(stop, () => goBack(installation.databaseUrl, upgradeFolder(folder)));
  console.log(`The database is that of ${takenAt}. Start the release from before the upgrade now`);
  return 0;
}

runCommand(main);
