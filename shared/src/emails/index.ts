import type { z } from 'zod';
import type { Language } from '../i18n/t.ts';
import { composeEmail } from './compose-email.ts';
import type { AnyEmailDefinition, RenderedMail } from './define.ts';
import { emails } from './definitions.ts';
import { frameMail } from './frame.ts';

type AnyEmail = (typeof emails)[number];
export type EmailName = AnyEmail['name'];
export type EmailProps<Name extends EmailName> = z.input<Extract<AnyEmail, { name: Name }>['props']>;

const byName = new Map<string, AnyEmailDefinition>(emails.map((email) => [email.name, email]));

/**
 * Renders a mail in a language.
 * @throws Error for an unknown mail, ZodError for invalid props.
 */
export function renderEmail(name: string, language: Language, props: unknown): RenderedMail {
  const email = byName.get(name);
  if (!email) {
    throw new Error(`No mail is called ${name}`);
  }
  return frameMail(language, composeEmail(email, language, props));
}
