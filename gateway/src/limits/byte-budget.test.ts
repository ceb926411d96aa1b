import { expect, it, vi } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const ADA = { subject: 'user', holder: 'ada' } as const;
const BOB = { subject: 'user', holder: 'bob' } as const;
const SCHOOL = { subject: 'network', holder: '10.0.0.1' } as const;

function startBudget() {
  const record = vi.fn();
  const most = { ofUser: 100, ofNetwork: 150, ofProcess: 220 };
  return { record, budget: new ByteBudget({ limit: 'body-bytes', most, limitsMet: { record } }) };
}

it('a user above the byte budget is refused, other users are not', () => {
  const { budget, record } = startBudget();
  budget.take(ADA, 90);
  expect(() => budget.take(ADA, 20)).toThrow(expect.objectContaining({ code: 'request.too-many' }));
  expect(record).toHaveBeenCalledWith({ limit: 'body-bytes', ...ADA });
  budget.take(BOB, 90);
  budget.release(ADA, 90);
  budget.take(ADA, 100);
  expect(budget.total).toBe(190);
});

it('bytes above the budget of the process are refused until others are released', () => {
  const { budget } = startBudget();
  budget.take(SCHOOL, 150);
  expect(() => budget.take(ADA, 80)).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
  budget.release(SCHOOL, 150);
  budget.take(ADA, 80);
});
