import { expect, it } from 'vitest';
import { phoneUrlOf } from './phone-hint.tsx';

const LOCAL = 'http://localhost:3000/view/1';
const LAN = 'http://192.168.1.4:3000';

it.each([
  [
    'as it is where phones reach it',
    'https://diorama.example/view/1',
    false,
    null,
    'https://diorama.example/view/1',
  ],
  ['at the address on the network where its own is of one computer', LOCAL, true, LAN, `${LAN}/view/1`],
  ['as it is where there is no other', LOCAL, true, null, LOCAL],
])('phoneUrlOf returns a page %s', (_, url, isLoopback, lanUrl, expected) => {
  expect(phoneUrlOf(url, { isLoopback, lanUrl })).toBe(expected);
});
