import { join } from 'node:path';
import { build } from 'vite';

/** Drivers of databases that knex knows and nobody here has. */
const NOT_HERE = /^(pg-native|pg-query-stream|mariadb|mysql2?|oracledb|tedious|sqlite3|better-sqlite3)(\/|$)/;

/**
 * Makes one file of the gateway that is to be killed, which starts in a third of the time that its hundreds of files take.
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
