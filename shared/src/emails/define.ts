import { z } from 'zod';
import type { Messages } from '../i18n/catalogues.ts';
import type { Language, Param, Translate } from '../i18n/t.ts';

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

/** Translate function of the texts of mails. */
export type EmailTranslate = Translate<Messages<'server/emails'>>;

/** Values of placeholders; a text with a placeholder for null has another text in its place, or is left out. */
export type EmailValues = Readonly<Record<string, Param | null>>;

/** Rules of a mail beyond its texts in `i18n/<language>/server/emails.ts`. */
export type EmailRules<Props> = {
  /** Ending of the keys of texts that differ by the properties. */
  variant?: (props: Props) => string;
  /** Values besides the properties. */
  values?: (props: Props, t: EmailTranslate, language: Language) => EmailValues;
  /** Preview of a mail that quotes a person. */
  preview?: (props: Props, t: EmailTranslate) => string;
  /** Paragraphs before those of the catalogue, in words of a person. */
  quotes?: (props: Props, t: EmailTranslate) => readonly string[];
  replyTo?: (props: Props) => string | null;
};

/** The properties of every mail have the address of its button. */
type EmailProps<Shape extends z.ZodRawShape> = z.ZodObject<Shape & { url: z.ZodURL }>;

export type EmailDefinition<Name extends string, Shape extends z.ZodRawShape> = {
  name: Name;
  props: EmailProps<Shape>;
  rules: EmailRules<z.output<EmailProps<Shape>>>;
};

/** A mail with any properties. */
export type AnyEmailDefinition = {
  name: string;
  props: z.ZodType<{ url: string }>;
  rules: EmailRules<never>;
};

/** Declares a mail: its properties, and its rules where its texts alone do not make it. */
export function defineEmail<const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
  rules: EmailRules<z.output<EmailProps<Shape>>> = {},
): EmailDefinition<Name, Shape> {
  return { name, props: z.object({ ...shape, url: z.url() }), rules };
}
