import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gltfWithPicture } from '../test/hostile-files.ts';
import { ConversionChild, residentLimit } from './conversion-child.ts';

const ENOUGH = { residentBytes: residentLimit(0), wallMs: 50_000 };

let dir: string;
let child: ConversionChild;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-child-'));
  await writeFile(join(dir, 'model.gltf'), gltfWithPicture('none.png'));
});
afterEach(() => child.kill());
afterAll(() => rm(dir, { recursive: true, force: true }));

function convert(limits: { residentBytes: number; wallMs: number }): Promise<unknown> {
  const main = { name: 'model.gltf', path: join(dir, 'model.gltf') };
  return child.run({ task: 'convert-gltf', input: { format: 'gltf', main, files: [main], dir } }, limits);
}

describe('a conversion child', () => {
  it('converts one file after the other', async () => {
    child = new ConversionChild({});
    await convert(ENOUGH);
    await expect(convert(ENOUGH)).resolves.toMatchObject({ description: { triangles: 1 } });
    expect(child.tasksDone).toBe(2);
  });

  it('is ended when it grows beyond its limit', async () => {
    child = new ConversionChild({});
    // A small file is done before anyone looks at the scale, so the child is stopped in the middle of it.
    await convert(ENOUGH);
    process.kill(child.pid ?? 0, 'SIGSTOP');
    await expect(convert({ ...ENOUGH, residentBytes: 1 })).rejects.toMatchObject({
      name: 'ChildDiedError',
      message: expect.stringContaining('memory'),
    });
    expect(child.isDead).toBe(true);
  });

  it('is ended when it takes too long', async () => {
    child = new ConversionChild({});
    await expect(convert({ ...ENOUGH, wallMs: 1 })).rejects.toMatchObject({
      name: 'ChildDiedError',
      message: expect.stringContaining('too long'),
    });
    expect(child.isDead).toBe(true);
  });

  it('sees nothing of the environment of its parent', async () => {
    child = new ConversionChild({});
    await convert(ENOUGH);
    const environment = await readFile(`/proc/${child.pid}/environ`, 'utf8');
    expect(environment).not.toContain('PATH=');
  });
});
