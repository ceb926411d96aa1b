import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, useHarness } from './test/harness.ts';

describe('exceeded limits', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'operator@people.test', RATE_LIMIT_FACTOR: '0.1' });
  let operator: Person;
  beforeAll(async () => {
    operator = await harness.signUpConfirmed('operator');
  });

  const list = async () => {
    const { text } = await harness.call('GET', '/api/operators/limits', { token: operator.token });
    return JSON.parse(text).limits as {
      limit: string;
      subject: string;
      holder: string;
      name: string;
      count: number;
    }[];
  };

  it('are listed for operators with holder and count', async () => {
    expect(await list()).toEqual([]);
    const person = await harness.signUp('eager');
    const body = { data: { link: 'https://diorama.test' }, format: 'svg', size: 24, level: 'M' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => harness.call('POST', '/qrs/generate', { token: person.token, body })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    for (const { headers, json } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(json.title).toMatch(/\w/);
    }
    await vi.waitUntil(async () => (await list()).length > 0, { timeout: 30_000, interval: 200 });
    expect(await list()).toMatchObject([
      { limit: 'qrs', subject: 'user', holder: person.userId, name: 'eager', count: 2 },
    ]);
  });

  it('of networks are listed with a hash instead of the address', async () => {
    harness.deps.limitsMet.record({ limit: 'general', subject: 'network', holder: '203.0.113.9' });
    await vi.waitUntil(async () => (await list()).length > 1, { timeout: 30_000, interval: 200 });
    const [newest] = await list();
    expect(newest).toMatchObject({ limit: 'general', subject: 'network', name: null, count: 1 });
    expect(newest?.holder).toMatch(/^[0-9a-f]{12}$/);
  });
});
