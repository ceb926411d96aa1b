import { join } from 'node:path';
import { build } from 'vite';

/** Database drivers that knex references and that are not installed. */
const NOT_HERE = /^(pg-native|pg-query-stream|mariadb|mysql2?|oracledb|tedious|sqlite3|better-sqlite3)(\/|$)/;

/**
 * Bundles the gateway of the kill tests into one file, which starts in a third of the time of its hundreds
 * of files.
 * @returns the file's path.
 */
export async function bundleFixture(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'fixture-gateway.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: { external: NOT_HERE, output: { entryFileNames: 'gateway.mjs' } },
    },
  });
  return join(folder, 'gateway.mjs');
}
