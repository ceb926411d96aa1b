import { join } from 'node:path';
import { build } from 'vite';

const WEB = join(import.meta.dirname, '../../../web');

/** Builds the stage's page into a folder, so that tests use the current sources instead of an older build. */
export async function buildStagePage(outDir: string): Promise<void> {
  await build({
    configFile: join(WEB, 'vite.config.ts'),
    root: WEB,
    logLevel: 'error',
    build: { outDir, emptyOutDir: false },
    environments: { client: { build: { rolldownOptions: { input: join(WEB, 'stage.html') } } } },
  });
}
