import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A browser on disk and the variables it needs to find its libraries and fonts. */
export type InstalledChromium = { executablePath: string; env: Record<string, string> };

const EXTRACT = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/**
 * Unpacks the Chromium of the npm package below `dir`, once a version, and answers where it lies.
 * Several processes may do so at the same time; a copy appears whole or not at all.
 */
export async function installChromium(dir: string): Promise<InstalledChromium> {
  const home = join(dir, `chromium-${packageVersion()}`);
  if (!(await exists(join(home, 'chromium')))) {
    await unpack(dir, home);
  }
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  };
}

/**
 * A folder for browser files that an unprivileged user can reach: `dir`, or a folder of the system's temporary directory
 * when one of its parents (root's home, say) is closed to others.
 */
export async function reachableDir(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  for (let at = resolve(dir); at !== dirname(at); at = dirname(at)) {
    const { mode } = await stat(at);
    if ((mode & constants.S_IXOTH) === 0) {
      return await mkdtemp(join(tmpdir(), 'diorama-stage-'));
    }
  }
  return dir;
}

function packageVersion(): string {
  // The manifest is not among the package's exports, so it is found beside its entry.
  const require = createRequire(import.meta.url);
  const manifest = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'package.json');
  return String(require(manifest).version);
}

async function unpack(dir: string, home: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const staging = await mkdtemp(join(dir, 'unpacking-'));
  try {
    // In a child, because the package unpacks to the temporary directory of its process, takes whatever "chromium" lies
    // there for its own, and brings the libraries that a bare machine lacks only to what it takes for a Lambda function.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', EXTRACT], {
      cwd: import.meta.dirname,
      env: { TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    });
    await chmod(staging, 0o755);
    await chmod(join(staging, 'chromium'), 0o755);
    await rename(staging, home);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have been faster; its copy is as good.
    if (!(await exists(join(home, 'chromium')))) {
      throw error;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
