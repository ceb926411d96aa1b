import { invalidField } from '@diorama/shared/contract/errors.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Leaked passwords by frequency, in lower case. Most of those that the two rules below match are left out.
 */
const stolen: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** One repeated piece. */
const REPEATED = /^(.+?)\1+$/su;

/** Keyboard rows and sequences, in both directions. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** The product name, once or more, with any digits and punctuation around it. */
const OWN_NAME = /^[^\p{L}]*(diorama[^\p{L}]*)+$/u;

/** Whether a password is among the most commonly guessed ones. */
function isCommonPassword(password: string): boolean {
  const word = password.toLowerCase();
  return (
    stolen.has(word) || OWN_NAME.test(word) || REPEATED.test(word) || RUNS.some((run) => run.includes(word))
  );
}

/**
 * Rejects a commonly guessed password.
 * @param propertyPath - the field that is marked
 * @throws CodedError `request.invalid`.
 */
export function assertUsablePassword(password: string, propertyPath = 'password'): void {
  if (isCommonPassword(password)) {
    throw invalidField(propertyPath, 'user.password.common');
  }
}
