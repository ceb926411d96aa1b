import { expect, it } from 'vitest';
import { phoneUrlOf } from './phone-hint.tsx';

const LOCAL = 'http://localhost:3000/view/1';
const LAN = 'http://192.168.1.4:3000';

it.each([
  [
    'at its own address if phones can reach it',
    'https://diorama.example/view/1',
    false,
    null,
    'https://diorama.example/view/1',
  ],
  ['at the LAN address if its own is loopback', LOCAL, true, LAN, `${LAN}/view/1`],
  ['at its own address if there is no LAN address', LOCAL, true, null, LOCAL],
])('phoneUrlOf returns a page %s', (_, url, isLoopback, lanUrl, expected) => {
  expect(phoneUrlOf(url, { isLoopback, lanUrl })).toBe(expected);
});
