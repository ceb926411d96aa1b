import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each(['localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]'])('%s is a loopback host', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each(['0.0.0.0', '::', '192.168.1.4', 'localhost.example.test', '127.0.0.1.example.test', ''])(
  '%s is not a loopback host',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
