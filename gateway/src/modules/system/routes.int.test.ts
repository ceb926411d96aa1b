import { describe, expect, it } from 'vitest';
import { useHarness } from '../../test/harness.ts';

const harness = useHarness({ OPERATOR_EMAILS: 'ops@diorama.test,boss@diorama.test', RATE_LIMIT_FACTOR: '1' });

const mails = () => harness.db('emails').where({ template: 'support' }).orderBy('created_at');

describe('asking for support', () => {
  it('mails every operator the message, the page and the user', async () => {
    const ada = await harness.signUp('ada');
    await harness.confirmEmail(ada);
    const body = { message: 'My order hangs', page: '/en/people-and-settings', requestId: 'r-1' };
    const answer = await harness.call('POST', '/api/support', { token: ada.token, body });
    expect(answer.status).toBe(202);
    const sent = await mails();
    expect(sent.map((mail) => mail.recipient).sort()).toEqual(['boss@diorama.test', 'ops@diorama.test']);
    expect(sent[0]?.props).toMatchObject({
      name: 'ada',
      email: ada.email,
      userId: ada.userId,
      message: 'My order hangs',
      page: '/en/people-and-settings',
      requestId: 'r-1',
      order: null,
    });
  });

  it('accepts a visitor’s message with or without an email address', async () => {
    const anonymous = await harness.call('POST', '/api/support', { body: { message: 'Hello?' } });
    const named = await harness.call('POST', '/api/support', {
      body: { message: 'Hello?', email: 'Bob@Example.Test' },
    });
    expect([anonymous.status, named.status]).toEqual([202, 202]);
    const asked = (await mails()).map((mail) => mail.props.email);
    expect(asked).toContain('bob@example.test');
    expect(asked).toContain(null);
  });

  it.each([
    ['an empty message', { message: '  \n ' }],
    ['an email address that injects recipients', { message: 'x', email: 'a@b.test\r\nBcc: c@d.test' }],
    ['an invalid order id', { message: 'x', order: 'mine' }],
    ['a message that is too long', { message: 'x'.repeat(5_001) }],
  ])('rejects %s', async (_, body) => {
    const before = (await mails()).length;
    expect((await harness.call('POST', '/api/support', { body })).status).toBe(422);
    expect(await mails()).toHaveLength(before);
  });

  it('is limited with 429 and Retry-After', async () => {
    const answers = [];
    for (let asked = 0; asked < 11; asked += 1) {
      answers.push(await harness.call('POST', '/api/support', { body: { message: `Question ${asked}` } }));
    }
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
