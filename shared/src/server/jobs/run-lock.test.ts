import { expect, test } from 'vitest';
import { createRunLock } from './run-lock.ts';

const never = new AbortController().signal;

/** Enters in this order and records who is inside. */
function setUp(kinds: string) {
  const lock = createRunLock();
  const inside: number[] = [];
  const leave: (() => void)[] = [];
  [...kinds].forEach((kind, at) => {
    lock.enter({ isAlone: kind === 'A', signal: never }).then((release) => {
      inside.push(at);
      leave[at] = () => {
        inside.splice(inside.indexOf(at), 1);
        release();
      };
    });
  });
  return { lock, inside, leave };
}

test('shared jobs run concurrently', async () => {
  const { inside } = setUp('ttt');
  await expect.poll(() => inside).toEqual([0, 1, 2]);
});

test('an exclusive job waits for earlier jobs, and later jobs wait for it', async () => {
  const { inside, leave } = setUp('ttAtt');
  await expect.poll(() => inside).toEqual([0, 1]);
  leave[0]?.();
  leave[1]?.();
  await expect.poll(() => inside).toEqual([2]);
  leave[2]?.();
  await expect.poll(() => inside).toEqual([3, 4]);
});

test('a canceled waiting job does not block later jobs', async () => {
  const { lock, inside } = setUp('t');
  await expect.poll(() => inside).toEqual([0]);
  const controller = new AbortController();
  const alone = lock.enter({ isAlone: true, signal: controller.signal });
  const after = lock.enter({ isAlone: false, signal: never });
  controller.abort(new Error('stop'));
  await expect(alone).rejects.toThrow('stop');
  await expect(after).resolves.toBeTypeOf('function');
});
