import { expect, it } from 'vitest';
import { isOutOfMemory, isOutOfMemoryMessage } from './out-of-memory.ts';

it.each([
  new RangeError('Array buffer allocation failed'),
  new RangeError('WebAssembly.Memory(): could not allocate memory'),
  new Error('Aborted(OOM). Build with -sASSERTIONS for more info.'),
  new Error('It could not be read', { cause: new Error('vips__file_read: out of memory') }),
])('%s is too little memory, however deep it lies', (error) => {
  expect(isOutOfMemory(error)).toBe(true);
});

it.each([
  new RangeError('Offset is outside the bounds of the DataView'),
  new TypeError('undefined is not a function'),
  'out of memory',
])('%s is none', (error) => {
  expect(isOutOfMemory(error)).toBe(false);
});

it('is what processes say of a full heap as they end', () => {
  expect(
    isOutOfMemoryMessage('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'),
  ).toBe(true);
  expect(isOutOfMemoryMessage(`terminate called after throwing an instance of 'std::bad_alloc'`)).toBe(true);
  expect(isOutOfMemoryMessage('Segmentation fault')).toBe(false);
});
