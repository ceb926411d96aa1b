import { CodedError } from '@diorama/shared/contract/errors.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Stolen passwords by how often they were met, in lower case, without most of those that the two rules below tell. */
const stolen: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** One piece over and over. */
const REPEATED = /^(.+?)\1+$/su;

/** What fingers and children run along, there and back. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** Our own name, once or more, with whatever digits and signs around it. */
const OWN_NAME = /^[^\p{L}]*(diorama[^\p{L}]*)+$/u;

/** Whether a password is among those that are guessed first. */
function isCommonPassword(password: string): boolean {
  const word = password.toLowerCase();
  return (
    stolen.has(word) || OWN_NAME.test(word) || REPEATED.test(word) || RUNS.some((run) => run.includes(word))
  );
}

/**
 * Refuses a password that would be guessed first.
 * @param propertyPath - the field that is marked
 * @throws CodedError `request.invalid`.
 */
export function assertUsablePassword(password: string, propertyPath = 'password'): void {
  if (isCommonPassword(password)) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath, code: 'user.password.common', message: 'This password is too common' }],
    });
  }
}
