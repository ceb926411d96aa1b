import { expect, it } from 'vitest';
import { portOf } from './port-of.ts';

it.each([
  ['http://store', 80],
  ['https://store', 443],
  ['https://store:8443', 8443],
  ['smtp://mail', 587],
  ['smtps://mail', 465],
  ['smtp://mail:25', 25],
])('the port of %s is %i', (address, port) => expect(portOf(new URL(address))).toBe(port));
