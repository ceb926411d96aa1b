import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV_VARIABLES, loadEnv } from '@diorama/shared/server/env.ts';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
/** Between the start command and its processes, or set by the image. */
const PRIVATE = ['DIORAMA_DEMO_PASSWORD', 'DIORAMA_HEALTH_PORT'];

/** The block of compose.yaml that every process gets, as written. */
function readEnvironment(): Map<string, string> {
  const block = /^x-environment: &environment\n((?: {2}.*\n)+)/m.exec(read('compose.yaml'))?.[1] ?? '';
  return new Map(
    block
      .trim()
      .split('\n')
      .map((line) => {
        const [, name = '', value = ''] = /^\s*(\w+): ?(.*)$/.exec(line) ?? [];
        return [name, value];
      }),
  );
}

test('compose.yaml names every variable that the processes read, and no other', () => {
  const known = Object.keys(ENV_VARIABLES.shape).filter((name) => !PRIVATE.includes(name));
  expect([...readEnvironment().keys()].toSorted()).toEqual(known.toSorted());
});

test('what compose.yaml sets by default is an environment that the processes accept', () => {
  const values = [...readEnvironment()].map(([name, text]) => {
    const value = text
      .replace(/^(['"])(.*)\1$/, '$2')
      .replace(/\$\{(\w+):\?[^}]*\}/g, 'x'.repeat(32))
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1');
    return [name, value];
  });
  const env = loadEnv(Object.fromEntries(values));
  expect(env).toMatchObject({ host: '0.0.0.0', redisUrl: 'redis://valkey:6379', shutdownGraceMs: 20_000 });
  expect(env.s3).toMatchObject({ endpoint: 'http://store:8333', bucket: 'diorama' });
});

test('the image copies only what there is', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap((match) =>
    (match[1] ?? '').trim().split(/\s+/).slice(0, -1),
  );
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
});

test('every package of the workspace is known to the image', () => {
  const { workspaces } = JSON.parse(read('package.json'));
  const dockerfile = read('Dockerfile');
  for (const name of workspaces) {
    expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/`);
  }
});

test('every script that the containers run exists', () => {
  const scripts = [`${read('compose.yaml')}${read('Dockerfile')}`].flatMap((text) => [
    ...text.matchAll(/[\w-]+\/[\w/-]+\.(?:ts|mjs)/g),
  ]);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.map(([path]) => path).filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
});
