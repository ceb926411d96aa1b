import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const ROW = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm;
type Locked = { link?: boolean; dev?: boolean; inBundle?: boolean; os?: string[]; cpu?: string[] };
const page = readFileSync(join(PROJECT_ROOT, 'docs/dependencies.md'), 'utf8');
const rows = Array.from(page.matchAll(ROW), ([, name = '', ...cells]) => ({ name, cells }));

it('each direct dependency has a reason in docs/dependencies.md, without further entries', () => {
  const manifests = globSync('{.,*}/package.json', { cwd: PROJECT_ROOT, exclude: ['node_modules'] });
  const named = manifests.flatMap((path) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(PROJECT_ROOT, path), 'utf8'),
    );
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  expect(manifests.length).toBeGreaterThan(8);
  expect(rows.map(({ name }) => name).sort()).toEqual([...new Set(named)].sort());
});

it('each dependency has a purpose, a reason and an exit cost', () => {
  expect(rows.filter(({ cells }) => cells.some((cell) => cell.trim() === ''))).toEqual([]);
});

/** Packages that `npm start` may install on one system. */
const MOST_PACKAGES = 500;

it('npm start installs a limited number of packages', () => {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8'),
  );
  const isFor = (wanted: string[] | undefined, own: string) => wanted === undefined || wanted.includes(own);
  const installed = Object.entries(lock.packages).filter(
    ([path, { link, dev, inBundle, os, cpu }]) =>
      path.includes('node_modules/') && !link && !dev && !inBundle && isFor(os, 'linux') && isFor(cpu, 'x64'),
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.length).toBeLessThanOrEqual(MOST_PACKAGES);
});
