import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const WORKSPACES = ['shared', 'gateway', 'worker-assets', 'worker-billing', 'worker-notify', 'web', 'stack'];
/** An import of a value from an external npm package. Type imports have no version at run time. */
const BARE_IMPORT = /^import (?!type\b)[^'"]*from '(?!node:|@diorama\/|\.)([^']+)'/gm;

const bench = join(PROJECT_ROOT, 'bench');
const files = readdirSync(bench, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('node_modules'),
);
const imported = files.flatMap((file) =>
  [...readFileSync(join(bench, file), 'utf8').matchAll(BARE_IMPORT)].map(([, name = '']) => ({ file, name })),
);

test('the benchmarks import libraries', () => {
  expect(imported.map(({ name }) => name)).toContain('jose');
});

test('the benchmarks use the libraries of the product in the same versions', () => {
  const differing = imported.flatMap(({ file, name }) => {
    const mine = versionFrom(join(bench, file), name);
    return WORKSPACES.filter((workspace) => namesIt(workspace, name)).flatMap((workspace) => {
      const theirs = versionFrom(join(PROJECT_ROOT, workspace, 'package.json'), name);
      return theirs === mine ? [] : [`${file}: ${name} ${mine}, ${workspace} has ${theirs}`];
    });
  });
  expect(differing).toEqual([]);
});

/**
 * The version of the package that a file's import resolves to. The benchmarks have a separate folder once
 * installed.
 */
function versionFrom(path: string, name: string): string | undefined {
  const folders = createRequire(path).resolve.paths(name) ?? [];
  const [manifest] = folders
    .map((folder) => join(folder, name, 'package.json'))
    .filter((file) => existsSync(file));
  return manifest && JSON.parse(readFileSync(manifest, 'utf8')).version;
}

function namesIt(workspace: string, name: string): boolean {
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, workspace, 'package.json'), 'utf8'));
  return name in { ...manifest.dependencies, ...manifest.devDependencies };
}
