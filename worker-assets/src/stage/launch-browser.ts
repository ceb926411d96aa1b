import { access, chown, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { yieldingCommand } from '@diorama/shared/server/runtime/lower-priority.ts';
import { type Browser, chromium } from 'playwright-core';
import { isRoot, reachableDir, UNPRIVILEGED } from '../unprivileged.ts';
import { installChromium } from './install-chromium.ts';

/** Longer than a browser's life, in milliseconds; an older unchanged folder belongs to a killed process. */
const STILL_MS = 24 * 60 * 60_000;
const LAUNCH_TIMEOUT_MS = 30_000;

const FLAGS = [
  // WebGL 2 without a GPU; the second flag allows software rendering.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  // No network: requests are intercepted before name resolution, and all others fail.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

export type BrowserOptions = {
  /** Folder of the unpacked browser and its profile. */
  tmpDir: string;
  /** An installed browser to use instead of the one from npm. */
  executablePath?: string;
  logger: Pick<Logger, 'warn'>;
};

/** A running browser with its folder; `close` ends it and removes the folder. */
export type RunningBrowser = { browser: Browser; close: () => Promise<void> };

/**
 * Starts a headless Chromium, as an unprivileged user when this process is root. Its sandbox is on unless the
 * machine forbids user namespaces, which the sandbox needs. Without sandbox, the browser is confined by its
 * user, by the missing network, and by drawing only validated models.
 */
export async function launchBrowser({
  tmpDir,
  executablePath,
  logger,
}: BrowserOptions): Promise<RunningBrowser> {
  const dir = await reachableDir(tmpDir);
  const installed = executablePath ? { executablePath, env: {} } : await installChromium(dir);
  await removeTemporaryFiles(dir, { stillMs: STILL_MS, prefixes: ['profile-', 'unpacking-'] });
  const home = await mkdtemp(join(dir, 'profile-'));
  const executable = await launcherOf(installed.executablePath, home);
  const removeHome = () => rm(home, { recursive: true, force: true });
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: executable,
      chromiumSandbox,
      args: FLAGS,
      env: { ...installed.env, HOME: home, TMPDIR: home },
      timeout: LAUNCH_TIMEOUT_MS,
      // The worker handles its own termination.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  try {
    const browser = await launch(true).catch(async (err: unknown) => {
      const started = await launch(false);
      const user = isRoot() ? 'nobody' : 'the worker’s own user';
      logger.warn({ reason: firstLineOf(err), user }, 'browser runs without its sandbox');
      return started;
    });
    const close = async () => {
      await browser.close();
      await removeHome();
    };
    return { browser, close };
  } catch (error) {
    await removeHome();
    throw error;
  }
}

function firstLineOf(err: unknown): string {
  return String(err instanceof Error ? err.message : err).split('\n')[0] ?? '';
}

/** Steps by which first imports go before the browser; further ones yield to it. */
export const YIELDING_STEPS = 7;

/**
 * Writes a program that starts the browser with a lower priority and without root rights, as Playwright cannot.
 * Returns the browser itself where the folder may hold no programs.
 */
async function launcherOf(executablePath: string, home: string): Promise<string> {
  const browser: [string, ...string[]] = isRoot()
    ? [process.execPath, await writeUnprivileged(executablePath, home)]
    : [executablePath];
  const command = yieldingCommand(YIELDING_STEPS, browser) ?? browser;
  const path = join(home, 'launch');
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  await writeFile(path, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  return isRoot()
    ? path
    : await access(path, constants.X_OK).then(
        () => path,
        () => executablePath,
      );
}

/** Writes a script that starts the browser as another user. */
async function writeUnprivileged(executablePath: string, home: string): Promise<string> {
  const path = join(home, 'launch.mjs');
  const script = `import { spawn } from 'node:child_process';
const child = spawn(${JSON.stringify(executablePath)}, process.argv.slice(2), {
  ...${JSON.stringify(UNPRIVILEGED)},
  stdio: [0, 1, 2, 3, 4],
});
child.on('error', () => process.exit(1));
child.on('exit', (code) => process.exit(code ?? 1));
`;
  await chown(home, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  await writeFile(path, script);
  return path;
}
