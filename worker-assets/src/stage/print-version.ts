import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { installChromium } from './install-chromium.ts';

/** Prints the version of the browser that draws pictures; fails where it cannot be started. */
async function main(): Promise<void> {
  const { chromiumPath, dataDir } = loadEnv(undefined, 'worker-assets');
  const { executablePath, env } = chromiumPath
    ? { executablePath: chromiumPath, env: {} }
    : await installChromium(join(dataDir, 'chromium'));
  console.log(execFileSync(executablePath, ['--version', '--no-sandbox'], { env, encoding: 'utf8' }).trim());
}

main().catch((error: Error) => {
  console.error(`The browser cannot be started: ${error.message}`);
  process.exit(1);
});
