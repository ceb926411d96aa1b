import { beforeEach, expect, test } from 'vitest';
import { type PaymentFacts, storePayment, takeStoredPayment } from './stored-payment.ts';

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

test('a payment that is kept is there for its order, once', () => {
  storePayment(storage, FACTS);
  expect(takeStoredPayment(storage, 'order-1')).toEqual(FACTS);
  expect(takeStoredPayment(storage, 'order-1')).toBeNull();
});

test('a browser that keeps nothing stops no payment', () => {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const closed = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  expect(() => storePayment(closed, FACTS)).not.toThrow();
  expect(takeStoredPayment(closed, 'order-1')).toBeNull();
});

test('another order takes nothing, and leaves what is kept', () => {
  expect(takeStoredPayment(storage, 'order-2')).toBeNull();
  storePayment(storage, FACTS);
  expect(takeStoredPayment(storage, 'order-2')).toBeNull();
  expect(takeStoredPayment(storage, 'order-1')).toEqual(FACTS);
});
