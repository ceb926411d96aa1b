// @module-tag full
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gltfWithPicture } from '../test/hostile-files.ts';
import { solidPng } from '../test/sample-documents.ts';
import { picture } from '../test/texture-corpus.ts';
import { isReachable, isRoot, UNPRIVILEGED } from '../unprivileged.ts';
import { CHILD_NODE, ConversionChild, type TaskLimits } from './conversion-child.ts';
import { ConversionPool } from './conversion-pool.ts';
import { openingNeed } from './memory-need.ts';

const ENOUGH: TaskLimits = { addedBytes: openingNeed(0), processorMs: 340_000 };
const MB = 1_000_000;
/** A Linux device on which every write fails with a full disk. */
const FULL = '/dev/full';
if (!existsSync(FULL)) {
  process.stderr.write(`SKIPPED: a conversion child and a full disk, as the system has no ${FULL}\n`);
}
/** Linux file with the user and group ids of a process. */
const STATUS = '/proc/self/status';
if (!existsSync(STATUS)) {
  process.stderr.write(`SKIPPED: whom a conversion child runs as, as the system has no ${STATUS}\n`);
}

let dir: string;
let child: ConversionChild;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-child-'));
  await writeFile(join(dir, 'model.gltf'), gltfWithPicture('none.png'));
});
afterEach(() => child.kill());
afterAll(() => rm(dir, { recursive: true, force: true }));

function convert(limits: TaskLimits): Promise<unknown> {
  const main = { name: 'model.gltf', path: join(dir, 'model.gltf') };
  return child.run({ task: 'convert-gltf', input: { format: 'gltf', main, files: [main], dir } }, limits);
}

describe('a conversion child', () => {
  it('converts one file after the other', async () => {
    child = new ConversionChild({ user: {} });
    await convert(ENOUGH);
    await expect(convert(ENOUGH)).resolves.toMatchObject({ description: { triangles: 1 } });
    expect(child.tasksDone).toBe(2);
  });

  it('is killed by the time limit of its task if it hangs at its start', async () => {
    child = new ConversionChild({ user: {}, execArgv: ['--import', 'data:text/javascript,for(;;);'] });
    await expect(convert({ ...ENOUGH, processorMs: 500 })).rejects.toMatchObject({ of: 'time' });
    expect(child.isDead).toBe(true);
  });

  it.each([
    ['small', 0],
    ['output', 9],
    ['bulk', 14],
  ] as const)('has the process priority of its lane: %s', async (lane, steps) => {
    const createChild = (how: { steps: number }) => {
      child = new ConversionChild({ ...how, user: {} });
      return child;
    };
    const pool = await ConversionPool.create({ size: 0, createChild });
    const main = { name: 'model.gltf', path: join(dir, 'model.gltf') };
    let priorities: number[] = [];
    // The child reports progress after its start.
    const onProgress = () => {
      priorities = pool.busyPids().map((pid) => getPriority(pid));
    };
    const input = { format: 'gltf' as const, main, files: [main], dir };
    await pool.run('convert-gltf', input, { ...ENOUGH, lane, onProgress });
    expect(priorities).toEqual([getPriority() + steps]);
    pool.close();
  });

  it.skipIf(!existsSync(STATUS))('runs as an unprivileged user if the worker is root', async () => {
    const warn = vi.fn();
    const pool = await ConversionPool.create({ size: 0, logger: { warn } });
    child = new ConversionChild({ user: pool.user });
    const isApart =
      isRoot() && (await isReachable(import.meta.dirname)) && (await isReachable(process.execPath));
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    // Real, effective, saved and file system id; and no group of root.
    const id = (own: number | undefined) =>
      Array(4)
        .fill(isApart ? UNPRIVILEGED.uid : own)
        .join('\t');
    expect(status).toContain(`\nUid:\t${id(process.getuid?.())}\nGid:\t${id(process.getgid?.())}\n`);
    if (isApart) {
      expect(status).toMatch(/^Groups:\s*$/m);
    }
    expect(warn).toHaveBeenCalledTimes(isRoot() && !isApart ? 1 : 0);
  });

  /** Decoding a progressive JPEG holds all of it: 130 MB for this one of 7. */
  const decode = async (limits: TaskLimits) => {
    const path = join(dir, 'large.jpg');
    await writeFile(path, await picture(4096, 'progressive jpeg'));
    return child.run({ task: 'convert-picture', input: { path, format: 'jpeg', dir } }, limits);
  };

  it('is killed when it adds more memory than any task may', async () => {
    child = new ConversionChild({ user: {}, mostAddedBytes: 40 * MB });
    await expect(decode(ENOUGH)).rejects.toMatchObject({
      of: 'memory',
      message: expect.stringMatching(/more than 40 MB of memory: it had reached \d+ MB when it was stopped/),
    });
    expect(child.isDead).toBe(true);
  });

  it('may add the memory that its file needs to the memory at its start', async () => {
    child = new ConversionChild({ user: {} });
    await decode(ENOUGH);
    expect(await child.residentBytes()).toBeGreaterThan(40 * MB);
    await expect(decode({ ...ENOUGH, addedBytes: 40 * MB })).resolves.toMatchObject({ main: null });
  });

  it('is killed when it exceeds its processor time, and reports how much it used', async () => {
    child = new ConversionChild({ user: {} });
    await expect(decode({ ...ENOUGH, processorMs: 1 })).rejects.toMatchObject({
      name: 'ChildDiedError',
      of: 'time',
      message: expect.stringMatching(
        /more than 0 seconds of processor time: it had used \d+ when it was stopped/,
      ),
    });
    expect(child.isDead).toBe(true);
  });

  it.skipIf(!existsSync(STATUS))('is not killed for time in which it was suspended', async () => {
    child = new ConversionChild({ user: {} });
    await convert(ENOUGH);
    const decoding = decode({ ...ENOUGH, processorMs: 60_000 });
    const { pid } = child;
    expect(pid).toBeGreaterThan(1);
    process.kill(Number(pid), 'SIGSTOP');
    await setTimeout(3_000);
    process.kill(Number(pid), 'SIGCONT');
    await expect(decoding).resolves.toMatchObject({ main: null });
  });

  it.each([
    ['the system', 'SIGKILL', { of: 'memory', code: 'import.unfinished' }],
    ['an abort', 'SIGABRT', { of: 'crash', code: 'import.failed' }],
  ] as const)('reports the cause when killed by %s', async (_, signal, of) => {
    child = new ConversionChild({ user: {} });
    await convert(ENOUGH);
    const { pid } = child;
    expect(pid).toBeGreaterThan(1);
    // It has its task, and cannot answer before the signal.
    process.kill(Number(pid), 'SIGSTOP');
    const converting = convert(ENOUGH);
    const death = expect(converting).rejects.toMatchObject(of);
    await setTimeout(100);
    process.kill(Number(pid), signal);
    process.kill(Number(pid), 'SIGCONT');
    await death;
  });

  /** A child that fails on its input as soon as it has a task. */
  const stumbling = (error: string) => {
    const stumble = `process.once('message', () => { JSON.parse = () => { throw ${error} } })`;
    const execArgv = [
      ...CHILD_NODE.execArgv,
      '--import',
      `data:text/javascript,${encodeURIComponent(stumble)}`,
    ];
    return new ConversionChild({ user: {}, execArgv });
  };

  it('reports a failed allocation for a file and survives', async () => {
    child = stumbling(`new RangeError('Array buffer allocation failed')`);
    await expect(convert(ENOUGH)).rejects.toMatchObject({ of: 'memory', code: 'import.unfinished' });
    expect(child.isDead).toBe(false);
  });

  it('reports its progress', async () => {
    child = new ConversionChild({ user: {} });
    const told: number[] = [];
    await convert({ ...ENOUGH, onProgress: (share) => told.push(share) });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it('is killed when its task is canceled', async () => {
    child = new ConversionChild({ user: {} });
    await convert(ENOUGH);
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const listen = signal.addEventListener.bind(signal);
    // Cancels the task as soon as the child listens for it, which is during its work.
    vi.spyOn(signal, 'addEventListener').mockImplementation((...listener: Parameters<typeof listen>) => {
      listen(...listener);
      setImmediate(() => cancelling.abort(new Error('unwanted')));
    });
    const done = decode({ ...ENOUGH, signal });
    await expect(done).rejects.toThrow('unwanted');
    expect(child.isDead).toBe(true);
  });

  it.skipIf(!existsSync(FULL))('does not blame the file for a full disk', async () => {
    child = new ConversionChild({ user: {} });
    const full = await mkdtemp(join(dir, 'full-'));
    await symlink(FULL, join(full, 'thumbnail.webp'));
    const path = join(full, 'picture.png');
    await writeFile(path, await solidPng(16, '#336699'));
    const fault = await child
      .run({ task: 'convert-picture', input: { path, format: 'png', dir: full } }, ENOUGH)
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'Error', cause: { message: expect.stringContaining('ENOSPC') } });
    expect(child.isDead).toBe(false);
  });

  it('inherits no environment from its parent', async () => {
    child = new ConversionChild({ user: {} });
    await convert(ENOUGH);
    const environment = await readFile(`/proc/${child.pid}/environ`, 'utf8');
    expect(environment).not.toContain('PATH=');
  });
});
