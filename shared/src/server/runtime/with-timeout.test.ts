import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

it('withTimeout passes on a result and an error', async () => {
  expect(await withTimeout(1_000, 'The store', Promise.resolve(1))).toBe(1);
  await expect(withTimeout(1_000, 'The store', Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('withTimeout rejects when no response comes in time', async () => {
  const silent = withTimeout(5, 'The store', new Promise(() => undefined));
  await expect(silent).rejects.toMatchObject({ code: 'ETIMEDOUT', message: 'The store does not answer' });
});
