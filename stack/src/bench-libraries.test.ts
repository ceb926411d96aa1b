import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const WORKSPACES = ['shared', 'gateway', 'worker-assets', 'worker-billing', 'worker-notify', 'web', 'stack'];
/** An import of a value from a package of npm that is none of ours; its types have no version at run time. */
const BARE_IMPORT = /^import (?!type\b)[^'"]*from '(?!node:|@diorama\/|\.)([^']+)'/gm;

const bench = join(PROJECT_ROOT, 'bench');
const files = readdirSync(bench, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('node_modules'),
);
const imported = files.flatMap((file) =>
  [...readFileSync(join(bench, file), 'utf8').matchAll(BARE_IMPORT)].map(([, name = '']) => ({ file, name })),
);

test('there is something to check', () => {
  expect(imported.map(({ name }) => name)).toContain('jose');
});

test('what is measured against runs on the libraries of the product, in the same versions', () => {
  const differing = imported.flatMap(({ file, name }) => {
    const [mine] = foundFrom(join(bench, file), name);
    return WORKSPACES.filter((workspace) => namesIt(workspace, name)).flatMap((workspace) => {
      const [theirs] = foundFrom(join(PROJECT_ROOT, workspace, 'package.json'), name);
      return theirs === mine ? [] : [`${file}: ${name} of ${mine}, ${workspace} has ${theirs}`];
    });
  });
  expect(differing).toEqual([]);
});

/** The first folder in which a file's import finds the package, if any. */
function foundFrom(path: string, name: string): string[] {
  const folders = createRequire(path).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).filter((folder) => existsSync(folder));
}

function namesIt(workspace: string, name: string): boolean {
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, workspace, 'package.json'), 'utf8'));
  return name in { ...manifest.dependencies, ...manifest.devDependencies };
}
