import { describe, expect, it } from 'vitest';
import { email } from '../contract/fields.ts';
import { isEmail } from './email.ts';

const VALID = [
  'ada@example.org',
  ' Ada@Example.org ',
  'josé@ejemplo.es',
  'jose\u0301@ejemplo.es',
  'maría.núñez+avisos@correo.españa.es',
  "o'brien_1@sub.example-site.com",
  'info@münchen.de',
  '用户@例子.中国',
  'a@xn--e1afmkfd.xn--p1ai',
];
const INVALID = [
  '',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@example.',
  'ada@.org',
  'ada@example..org',
  '.ada@example.org',
  'ada.@example.org',
  'a..b@example.org',
  'a b@example.org',
  'a@b@example.org',
  'ada@exa mple.org',
  'ada@-example.org',
  'ada@example-.org',
  'ada@example.o',
  'ada@127.0.0.1',
  'ada@example.org, eve@example.org',
  'ada@example.org;eve@example.org',
  'Ada <ada@example.org>',
  '"ada"@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'ada\u0000@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(64)}.org`,
];

describe('an email address', () => {
  it.each(VALID)('is accepted by isEmail and by the schema: %s', (text) => {
    expect(isEmail(text)).toBe(true);
    expect(email.safeParse(text).data).toBe(text.normalize('NFC').trim().toLowerCase());
  });

  it.each(INVALID)('is rejected by isEmail and by the schema: %j', (text) => {
    expect(isEmail(text)).toBe(false);
    expect(email.safeParse(text).success).toBe(false);
  });

  it('is checked quickly, also with hostile patterns', () => {
    const before = performance.now();
    for (const part of ['a.', '-', 'a-', 'é\u0301', '@', '.@']) {
      isEmail(`${part.repeat(2_000)}@${part.repeat(2_000)}`);
    }
    expect(performance.now() - before).toBeLessThan(200);
  });
});
