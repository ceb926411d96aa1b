import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { installChromium } from './install-chromium.ts';

/** Prints the version of the browser that draws pictures; fails where it cannot be started. */
async function main(): Promise<void> {
  const { chromiumPath, dataDir } = loadEnv(undefined, 'worker-assets');
  const { executablePath, env } = chromiumPath
    ? { executablePath: chromiumPath, env: {} }
    : await installChromium(join(dataDir, 'chromium'));
  process.stdout.write(
    execFileSync(executablePath, ['--version', '--no-sandbox'], { env, encoding: 'utf8' }),
  );
}

main().catch((error: Error) => {
  process.stderr.write(`The browser cannot be started: ${error.message}\n`);
  process.exit(1);
});
