import { goBack } from '@diorama/shared/server/operations/backup/keep-database.ts';
import { isRunning, openInstallation } from '../backup/installation.ts';
import { loadStackEnv } from '../env.ts';
import { upgradeFolder } from './upgrade-folder.ts';

/** `npm run go-back`: the database as it was before an upgrade that did not become healthy. */
async function main(): Promise<void> {
  const env = loadStackEnv();
  if (isRunning(env)) {
    throw new Error(`Diorama runs on ${env.dataDir}: stop it first`);
  }
  await using installation = await openInstallation(env);
  const takenAt = await goBack(installation.databaseUrl, upgradeFolder(env));
  console.log(`The database is that of ${takenAt}. Start the release from before the upgrade now`);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
