import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { describe, expect, it } from 'vitest';
import { awaitPayment } from './await-payment.ts';

const { pending, processing, paid, failed, timeout, refunded, waitingApproval } = ORDER_STATUS;

/** Mock of a server with these answers in order; the last one repeats. */
function answering(answers: readonly { status: number; active: boolean }[]) {
  let asked = 0;
  const call = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return answer as never;
  };
  return { client: { call }, count: () => asked };
}
const ask = (answers: readonly { status: number; active: boolean }[]) => {
  const server = answering(answers);
  return awaitPayment(server.client, 'order', async () => undefined).then((result) => [
    result,
    server.count(),
  ]);
};

describe('the result of an order', () => {
  it('is requested until the plan is active', async () => {
    const answers = [
      { status: pending, active: false },
      { status: processing, active: false },
      { status: paid, active: false },
      { status: paid, active: true },
    ];
    expect(await ask(answers)).toEqual(['active', 4]);
  });

  it('is failed after repeated failures from the provider', async () => {
    expect(
      await ask([
        { status: pending, active: false },
        { status: failed, active: false },
      ]),
    ).toEqual(['failed', 7]);
    expect(await ask([{ status: timeout, active: false }])).toEqual(['failed', 6]);
    expect(await ask([{ status: refunded, active: false }])).toEqual(['failed', 1]);
  });

  it('is active when a card pays after refused ones', async () => {
    const refused = { status: failed, active: false };
    const answers = [...Array(5).fill(refused), { status: paid, active: true }];
    expect(await ask(answers)).toEqual(['active', 6]);
    const waiting = { status: processing, active: false };
    expect(await ask([...Array(5).fill(refused), waiting, ...Array(5).fill(refused), waiting])).toEqual([
      'open',
      30,
    ]);
  });

  it('is open after half a minute, or inactive when paid without its plan', async () => {
    expect(await ask([{ status: processing, active: false }])).toEqual(['open', 30]);
    expect(await ask([{ status: paid, active: false }])).toEqual(['inactive', 30]);
  });

  it('is held while a different amount awaits approval, and active once paid', async () => {
    const held = { status: waitingApproval, active: false };
    expect(await ask([held])).toEqual(['held', 30]);
    expect(await ask([held, held, { status: paid, active: true }])).toEqual(['active', 3]);
  });
});
