import { expect, it } from 'vitest';
import { throttleProgress } from './asset-import.ts';

it('throttleProgress reports whole percentages, every five at once, smaller steps once a second', () => {
  const told: number[] = [];
  let ms = 0;
  const tell = throttleProgress(
    (percent) => told.push(percent),
    () => ms,
  );
  tell(5.2);
  tell(7);
  tell(9.9);
  tell(10.4);
  ms = 999;
  tell(12);
  ms = 1_000;
  tell(12.5);
  ms = 5_000;
  tell(12.9);
  tell(11);
  expect(told).toEqual([5, 10, 12]);
});
