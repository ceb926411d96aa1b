import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isOutOfMemory, isOutOfMemoryMessage } from './out-of-memory.ts';

it.each([
  new RangeError('Array buffer allocation failed'),
  new RangeError('WebAssembly.Memory(): could not allocate memory'),
  new Error('Aborted(OOM). Build with -sASSERTIONS for more info.'),
  new Error('It could not be read', { cause: new Error('vips__file_read: out of memory') }),
])('%s is recognized as out of memory, also as a cause', (error) => {
  expect(isOutOfMemory(error)).toBe(true);
});

it.each([
  new RangeError('Offset is outside the bounds of the DataView'),
  new TypeError('undefined is not a function'),
  'out of memory',
])('%s is not recognized as out of memory', (error) => {
  expect(isOutOfMemory(error)).toBe(false);
});

it('the output of a process that ran out of memory is recognized', () => {
  expect(
    isOutOfMemoryMessage('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'),
  ).toBe(true);
  expect(isOutOfMemoryMessage(`terminate called after throwing an instance of 'std::bad_alloc'`)).toBe(true);
  expect(isOutOfMemoryMessage('Segmentation fault')).toBe(false);
});

/** Output of a script in a process whose memory may run out. */
function outputOf(script: string, ...options: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '-e', script], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

describe('a real out-of-memory error', () => {
  it('is recognized from a buffer', () => {
    expect(() => new ArrayBuffer(Number.MAX_SAFE_INTEGER)).toThrow(
      expect.toSatisfy((error: unknown) => isOutOfMemory(error)),
    );
  });

  it('is recognized from a full heap', () => {
    const fill = 'const all = []; for (;;) all.push(new Array(1000).fill(1));';
    expect(isOutOfMemoryMessage(outputOf(fill, '--max-old-space-size=20'))).toBe(true);
  });

  it('is recognized from WebAssembly', () => {
    const fill =
      'const all = []; try { for (;;) all.push(new WebAssembly.Memory({ initial: 1, maximum: 65536 })); } catch (error) { console.log(error.message); }';
    expect(isOutOfMemoryMessage(outputOf(fill))).toBe(true);
  });

  it('is recognized from libvips', async () => {
    const size = { width: 16_000_000, height: 16_000_000, channels: 4, background: 'red' } as const;
    const picture = sharp({ create: size, limitInputPixels: false }).raw().toBuffer();
    expect(isOutOfMemory(await picture.catch((error: unknown) => error))).toBe(true);
  });
});
