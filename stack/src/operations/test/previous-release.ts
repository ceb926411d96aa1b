import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import { PROJECT_ROOT } from '../../env.ts';

const MIGRATIONS = 'shared/src/server/db/migrations';
/** Packages whose modules are not hoisted to the root. */
const MODULES = ['', 'shared', 'gateway', 'worker-assets', 'worker-billing', 'worker-notify', 'web', 'stack'];

/**
 * Newest commit without the newest migration, found by its number, as a migration may get another name until it is
 * released. Null without a history.
 */
export function findPreviousRelease(): string | null {
  const number = migrations.at(-1)?.name.slice(0, 'NNNN-'.length);
  const commits = git('rev-list', '--first-parent', 'HEAD').split('\n').filter(Boolean);
  const lacksNewest = (commit: string) =>
    !git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`).includes(`${MIGRATIONS}/${number}`);
  return commits.find(lacksNewest) ?? null;
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
