import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'koa';
import { expect, it, vi } from 'vitest';
import { createStaticFiles } from './static-files.ts';

const refused = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readFile = (async (path: string) => {
    if (refused.count > 0) {
      refused.count -= 1;
      throw new Error('EMFILE: too many open files');
    }
    return real.readFile(path);
  }) as typeof real.readFile;
  return { ...real, readFile };
});

it('a static file is served again after a failed read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'diorama-static-'));
  await writeFile(join(folder, 'main.js'), 'run()');
  const serve = createStaticFiles(folder);
  const ask = async () => {
    const ctx = { path: '/main.js', set: () => undefined, get: () => '', acceptsEncodings: () => 'identity' };
    // The parts of a context that static files use.
    await serve(ctx as unknown as Context);
    return (ctx as unknown as Context).body;
  };
  refused.count = 1;
  await expect(ask()).rejects.toThrow('EMFILE');
  expect(String(await ask())).toBe('run()');
  await rm(folder, { recursive: true });
});
