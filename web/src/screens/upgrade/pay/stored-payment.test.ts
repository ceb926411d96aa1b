import { beforeEach, expect, test, vi } from 'vitest';
import {
  listStoredPayments,
  markTracked,
  type PaymentFacts,
  storePayment,
  takeStoredPayment,
} from './stored-payment.ts';

const FACTS: PaymentFacts = {
  transactionId: 'order-1',
  planId: 'pro',
  currency: 'USD',
  subsCycle: 12,
  accountId: 'account-1',
  value: 480,
};

let storage: Storage;

beforeEach(() => {
  const items = new Map<string, string>();
  storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
});

test('a stored payment is returned once, for its order', () => {
  storePayment(storage, FACTS);
  expect(takeStoredPayment(storage, 'order-1')).toEqual(FACTS);
  expect(takeStoredPayment(storage, 'order-1')).toBeNull();
});

test('a browser without storage does not stop a payment', () => {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const closed = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  expect(() => storePayment(closed, FACTS)).not.toThrow();
  expect(takeStoredPayment(closed, 'order-1')).toBeNull();
});

test('another order returns null and keeps the stored payment', () => {
  expect(takeStoredPayment(storage, 'order-2')).toBeNull();
  storePayment(storage, FACTS);
  expect(takeStoredPayment(storage, 'order-2')).toBeNull();
  expect(takeStoredPayment(storage, 'order-1')).toEqual(FACTS);
});

test('payments of several tabs are stored together, once per order', () => {
  storePayment(storage, FACTS);
  storePayment(storage, { ...FACTS, transactionId: 'order-2' });
  storePayment(storage, { ...FACTS, value: 240 });
  expect(listStoredPayments(storage).map(({ transactionId, value }) => [transactionId, value])).toEqual([
    ['order-2', 480],
    ['order-1', 240],
  ]);
  takeStoredPayment(storage, 'order-2');
  expect(listStoredPayments(storage)).toHaveLength(1);
});

test('only the newest payments are stored', () => {
  for (let count = 1; count <= 30; count += 1) {
    storePayment(storage, { ...FACTS, transactionId: `order-${count}` });
  }
  expect(listStoredPayments(storage)).toHaveLength(20);
  expect(takeStoredPayment(storage, 'order-30')).not.toBeNull();
  expect(takeStoredPayment(storage, 'order-1')).toBeNull();
});

test('an order is tracked once, also across tabs and reloads', async () => {
  expect(markTracked(storage, 'tracked-1')).toBe(true);
  expect(markTracked(storage, 'tracked-1')).toBe(false);
  // Another tab, or this one after a reload, has the storage and nothing else.
  vi.resetModules();
  const reloaded = await import('./stored-payment.ts');
  expect(reloaded.markTracked(storage, 'tracked-1')).toBe(false);
  expect(reloaded.markTracked(storage, 'tracked-2')).toBe(true);
});

test('an order is tracked once without storage, and damaged storage counts as empty', () => {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const closed = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  expect([markTracked(closed, 'tracked-3'), markTracked(closed, 'tracked-3')]).toEqual([true, false]);
  storage.setItem('diorama.payments', '{"broken"');
  expect(listStoredPayments(storage)).toEqual([]);
});
