import type { z } from 'zod';
import type { Language } from '../i18n/t.ts';

/** A mail before it gets its frame: plain words and at most one button. */
export type MailContent = {
  subject: string;
  /** The line that mailboxes show beside the subject. */
  preview: string;
  title: string;
  paragraphs: readonly string[];
  action: { label: string; url: string } | null;
  /** Small print: why this mail came. */
  footnote: string;
  /** Whom an answer goes to, where it is not us. */
  replyTo?: string;
};

/** A mail as it is sent. */
export type RenderedMail = { subject: string; text: string; html: string; replyTo?: string };

export type EmailDefinition<Name extends string = string, Props extends z.ZodType = z.ZodType> = {
  name: Name;
  props: Props;
  content: (language: Language, props: z.output<Props>) => MailContent;
};

/** Declares a mail: what it needs to know and what it says in every language. */
export function defineEmail<const Name extends string, Props extends z.ZodType>(
  definition: EmailDefinition<Name, Props>,
): EmailDefinition<Name, Props> {
  return definition;
}
