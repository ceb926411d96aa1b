import type { z } from 'zod';
import type { Language } from '../i18n/t.ts';

/** Content of a mail without its frame: plain text and at most one button. */
export type MailContent = {
  subject: string;
  /** Preview line beside the subject in mailboxes. */
  preview: string;
  title: string;
  paragraphs: readonly string[];
  action: { label: string; url: string } | null;
  /** Small print with the reason for the mail. */
  footnote: string;
  /** Reply address, by default ours. */
  replyTo?: string;
};

/** A rendered mail. */
export type RenderedMail = { subject: string; text: string; html: string; replyTo?: string };

export type EmailDefinition<Name extends string = string, Props extends z.ZodType = z.ZodType> = {
  name: Name;
  props: Props;
  content: (language: Language, props: z.output<Props>) => MailContent;
};

/** Declares a mail: its props and its text in every language. */
export function defineEmail<const Name extends string, Props extends z.ZodType>(
  definition: EmailDefinition<Name, Props>,
): EmailDefinition<Name, Props> {
  return definition;
}
