import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  it('are known by their hash alone, and two hashes of one are not alike', async () => {
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

  it('cost what it says beside them, also when new ones cost something else', async () => {
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

  it('are the same however their letters were typed', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('Zoe\u0308’s password', 'known');
    expect(await passwords.verify('Zoë’s password', hash, 'known')).toBe(true);
  });

  it('make whoever comes when too many wait come back, and take the next one again', async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((word) => passwords.verify(word, null, 'unknown')),
    );
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { code: 'server.unavailable', status: 503 } });
    expect(await passwords.verify('d', null, 'unknown')).toBe(false);
  });

  it('keep nobody who is known waiting for strangers', async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
    const unknown = Array.from({ length: 2 }, () => passwords.verify('a', null, 'unknown'));
    await expect(passwords.verify('a', null, 'unknown')).rejects.toMatchObject({ status: 503 });
    expect(await passwords.verify('b', null, 'known')).toBe(false);
    await Promise.all(unknown);
  });
});
