import { expect, it } from 'vitest';
import { isOwnUuid, isUuid } from './uuid.ts';

const ID = '01900000-0000-7000-8000-0000000001ff';

it('isUuid accepts both cases, isOwnUuid only lower case', () => {
  expect([isUuid(ID), isUuid(ID.toUpperCase()), isUuid(` ${ID}`), isUuid(`${ID}0`), isUuid('')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([isOwnUuid(ID), isOwnUuid(ID.toUpperCase())]).toEqual([true, false]);
});
