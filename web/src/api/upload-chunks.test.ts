import { describe, expect, it } from 'vitest';
import { reserveName } from './upload-chunks.ts';

/** Holds a name in another page until the test is over. */
function heldElsewhere(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    void navigator.locks.request(name, async () => {
      resolve(release);
      await promise;
    });
  });
}

describe('reserveName', () => {
  it('reserves a name once per page until its release', async () => {
    const first = await reserveName('chair');
    const second = await reserveName('chair');
    expect([first.name, second.name]).toEqual(['chair', 'chair 2']);
    await first.release();
    const third = await reserveName('chair');
    expect(third.name).toBe('chair');
    await second.release();
    await third.release();
  });

  it('appends a number to a name that another page holds', async () => {
    const release = await heldElsewhere('table');
    const own = await reserveName('table');
    expect(own.name).toBe('table 2');
    await own.release();
    release();
  });
});
