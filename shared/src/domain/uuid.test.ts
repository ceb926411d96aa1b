import { expect, it } from 'vitest';
import { isOwnUuid, isUuid } from './uuid.ts';

const ID = '01900000-0000-7000-8000-0000000001ff';

it('knows a uuid in either case, and ours by theirs', () => {
  expect([isUuid(ID), isUuid(ID.toUpperCase()), isUuid(` ${ID}`), isUuid(`${ID}0`), isUuid('')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([isOwnUuid(ID), isOwnUuid(ID.toUpperCase())]).toEqual([true, false]);
});
