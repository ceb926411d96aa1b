import { z } from 'zod';
import { isEmail, MAX_EMAIL_LENGTH, normalizeEmail } from '../domain/email.ts';

/** A point in time, ISO 8601 in UTC. PostgreSQL has no year 0. */
export const time = z.iso
  .datetime()
  .max(40)
  .refine((value) => !value.startsWith('0000'));
/** Money in cents. */
export const cents = z.number().int();
/** A size in bytes. */
export const bytes = z.number().int().nonnegative();
/** The iri of a resource. */
export const iri = z.string();

/** Characters that hide or reorder text (joiners of emoji stay); they are removed from every typed name. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;

/** Text on one line as a person typed it: normalised, without invisible characters, trimmed. */
export function line(maxLength: number) {
  return z
    .string()
    .max(maxLength * 4)
    .transform((value) => value.toWellFormed().replace(INVISIBLE, '').normalize('NFC').trim())
    .pipe(z.string().min(1).max(maxLength));
}

/** Text of several lines, without invisible characters; empty is allowed. */
export function text(maxLength: number) {
  return z.string().max(maxLength).transform(withoutInvisible);
}

/** The characters of {@link INVISIBLE}, except line breaks. */
const INVISIBLE_IN_LINES =
  /(?![\n])[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;

/** Text of one or more lines as a person typed it: normalised, without invisible characters, trimmed, never empty. */
export function lines(maxLength: number) {
  return z
    .string()
    .max(maxLength * 4)
    .transform((value) =>
      withoutInvisible(value)
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .pipe(z.string().min(1).max(maxLength));
}

function withoutInvisible(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .normalize('NFC')
    .replace(INVISIBLE_IN_LINES, '');
}

/** An email address, in lower case. */
export const email = z
  .string()
  .max(MAX_EMAIL_LENGTH)
  .transform(normalizeEmail)
  .pipe(z.stringFormat('email', isEmail));

/** A user as other users see them: never with the email address. */
export const userRef = z.object({
  '@id': iri,
  uuid: z.uuid(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  avatarColor: z.string(),
});
export type UserRef = z.output<typeof userRef>;
