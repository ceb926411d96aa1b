import { expect, test } from 'vitest';
import { fakeClock } from '../runtime/clock.ts';
import { createFileSigner } from './signing.ts';

const MINUTE_MS = 60_000;
const file = { object: 'c29tZS1yYW5kb20tYml0cw', keyVersion: 1 };
const signatureOf = (path: string) => new URL(path, 'http://localhost').searchParams.get('s') ?? '';

test('a signed address is valid for five to ten minutes', () => {
  for (const startMinute of [0, 1, 4.99]) {
    const clock = fakeClock(new Date(startMinute * MINUTE_MS));
    const signer = createFileSigner(['key'], clock);
    const signature = signatureOf(signer.sign({ ...file, name: 'a.glb' }));
    expect(signer.verify({ ...file, signature })).toBe(true);
    clock.advance(5 * MINUTE_MS);
    expect(signer.verify({ ...file, signature })).toBe(true);
    clock.advance(5 * MINUTE_MS);
    expect(signer.verify({ ...file, signature })).toBe(false);
  }
});

test('a signed address is stable within its window, for caches', () => {
  const clock = fakeClock(new Date(0));
  const signer = createFileSigner(['key'], clock);
  const first = signer.sign({ ...file, name: 'a.glb' });
  clock.advance(4 * MINUTE_MS);
  expect(signer.sign({ ...file, name: 'a.glb' })).toBe(first);
});

test('another object, another key version and a forged signature are rejected', () => {
  const signer = createFileSigner(['key'], fakeClock());
  const signature = signatureOf(signer.sign({ ...file, name: 'a.glb' }));
  expect(signer.verify({ ...file, object: 'other', signature })).toBe(false);
  expect(signer.verify({ ...file, keyVersion: 2, signature })).toBe(false);
  for (const madeUp of ['', 'AAAA', `${signature}AA`, `${signature.slice(0, -2)}AA`, '\u0000']) {
    expect(signer.verify({ ...file, signature: madeUp })).toBe(false);
  }
});

test('an address signed with an older key stays valid after a new key is added', () => {
  const clock = fakeClock();
  const signature = signatureOf(createFileSigner(['old'], clock).sign({ ...file, name: 'a' }));
  expect(createFileSigner(['new', 'old'], clock).verify({ ...file, signature })).toBe(true);
  expect(createFileSigner(['new'], clock).verify({ ...file, signature })).toBe(false);
});

test('a hostile name stays in its segment of the address', () => {
  const path = createFileSigner(['key'], fakeClock()).sign({ ...file, name: '../../x?s=1#y' });
  expect(new URL(path, 'http://localhost').pathname.split('/')).toHaveLength(4);
});
