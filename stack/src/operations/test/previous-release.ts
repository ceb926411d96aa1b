import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import { PROJECT_ROOT } from '../../env.ts';

const MIGRATIONS = 'shared/src/server/db/migrations';
/** Packages whose modules are not hoisted to the root. */
const MODULES = ['', 'shared', 'gateway', 'worker-assets', 'worker-billing', 'worker-notify', 'web', 'stack'];

/** Commit before the newest migration: the last one with the previous schema. Null without a history. */
export function findPreviousRelease(): string | null {
  const newest = migrations.at(-1)?.name ?? '';
  const path = existsSync(join(PROJECT_ROOT, MIGRATIONS, newest)) ? newest : `${newest}.sql`;
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${path}`)
    .split('\n')
    .at(-1);
  return added ? git('rev-parse', '--verify', '--quiet', `${added}^`) || null : null;
}

/**
 * Lays out the sources of a commit with this release's packages, and builds its pages. Kept for later runs.
 * @returns its root folder
 */
export function checkOutRelease(commit: string): string {
  const root = join(PROJECT_ROOT, '.data/operations', `release-${commit}`);
  if (existsSync(root)) {
    return root;
  }
  const unfinished = `${root}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${unfinished}'`], { cwd: PROJECT_ROOT });
  for (const folder of MODULES) {
    const modules = join(PROJECT_ROOT, folder, 'node_modules');
    const target = join(unfinished, folder, 'node_modules');
    if (existsSync(modules) && existsSync(dirname(target))) {
      // Hard links, because links to whole folders would lead to the packages of this release.
      execFileSync('cp', ['-al', modules, target]);
    }
  }
  const vite = join(unfinished, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'error'], {
    cwd: unfinished,
    stdio: 'pipe',
  });
  renameSync(unfinished, root);
  return root;
}

/** Output of a git command; empty when it fails, as without a history. */
function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
}
