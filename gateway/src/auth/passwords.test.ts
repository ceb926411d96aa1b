import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  it('are stored only as a hash that differs each time', async () => {
    const passwords = createPasswords();
    const [one, other] = [
      await passwords.hash('a long enough pass', 'known'),
      await passwords.hash('a long enough pass', 'known'),
    ];
    expect(one).not.toBe(other);
    expect(await passwords.verify('a long enough pass', one, 'known')).toBe(true);
    expect(await passwords.verify('a long enough pas', one, 'known')).toBe(false);
    expect(await passwords.verify('a long enough pass', null, 'known')).toBe(false);
  });

  it('are verified with the cost in their hash, also after the configured cost changes', async () => {
    const [passwords, cheap] = [
      createPasswords(),
      createPasswords({ cost: { memory: 16, passes: 1, parallelism: 1 } }),
    ];
    const hash = await passwords.hash('a long enough pass', 'known');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await cheap.verify('a long enough pass', hash, 'known')).toBe(true);
    const other = await cheap.hash('a long enough pass', 'known');
    expect(other).toMatch(/^\$argon2id\$v=19\$m=16,t=1,p=1\$/);
    expect(await passwords.verify('a long enough pass', other, 'known')).toBe(true);
    expect(await passwords.verify('a long enough pas', other, 'known')).toBe(false);
  });

  it('match in composed and decomposed Unicode forms', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('Zoe\u0308’s password', 'known');
    expect(await passwords.verify('Zoë’s password', hash, 'known')).toBe(true);
  });

  it('are rejected with 503 when too many wait, and verified again afterwards', async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((word) => passwords.verify(word, null, 'unknown')),
    );
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { code: 'server.unavailable', status: 503 } });
    expect(await passwords.verify('d', null, 'unknown')).toBe(false);
  });

  it('of known users do not wait behind those of unknown users', async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
    const unknown = Array.from({ length: 2 }, () => passwords.verify('a', null, 'unknown'));
    await expect(passwords.verify('a', null, 'unknown')).rejects.toMatchObject({ status: 503 });
    expect(await passwords.verify('b', null, 'known')).toBe(false);
    await Promise.all(unknown);
  });
});
