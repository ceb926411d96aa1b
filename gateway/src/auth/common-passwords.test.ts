import { CodedError } from '@diorama/shared/contract/errors.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { assertUsablePassword } from './common-passwords.ts';

const isRefused = (password: string) => {
  try {
    assertUsablePassword(password);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(CodedError);
    return true;
  }
};

describe('commonly guessed passwords', () => {
  it('are rejected in any letter case', () => {
    const long = dictionary['passwords-common'].filter((word) => word.length >= 8);
    expect(long.length).toBeGreaterThan(3_000);
    expect(long.filter((word) => !isRefused(word) || !isRefused(word.toUpperCase()))).toEqual([]);
    expect(['Rush2112', 'FireBird', 'Bigdaddy', 'thunder1'].filter((word) => !isRefused(word))).toEqual([]);
  });

  it('are rejected when they repeat one piece or follow a keyboard run', () => {
    const simple = [
      '88888888',
      'aaaaaaaaa',
      '123123123',
      '19841984',
      '😀'.repeat(4),
      '0123456789',
      '987654321',
      'abcdefgh',
    ];
    expect([...simple, 'POIUYTREWQ', 'lkjhgfdsa'].filter((word) => !isRefused(word))).toEqual([]);
  });

  it('are rejected when they add little to the product’s name', () => {
    const ours = ['Diorama1', 'diorama-2026', '¡diorama!', 'dioramadiorama'];
    expect(ours.filter((word) => !isRefused(word))).toEqual([]);
    expect(isRefused('a diorama of the harbour')).toBe(false);
  });

  it('do not include long or unusual passwords', () => {
    const fine = [
      'a long enough pass',
      'another long pass',
      'correct horse battery staple',
      '8888888x',
      `${'x'.repeat(199)}y`,
    ];
    expect(fine.filter(isRefused)).toEqual([]);
  });
});
