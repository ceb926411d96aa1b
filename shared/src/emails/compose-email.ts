import { loadTranslations } from '../i18n/load-translations.ts';
import { findText, type Language, type Param, splitMessage } from '../i18n/t.ts';
import type { AnyEmailDefinition, EmailTranslate, EmailValues, MailContent } from './define.ts';
import { capitalize } from './name.ts';

const translations = await loadTranslations('server/emails');

/** Stands for a hidden name, by the property of the name. */
const UNNAMED = {
  workspace: 'unnamed.workspace',
  sceneName: 'unnamed.scene',
  friendName: 'unnamed.friend',
  personName: 'unnamed.person',
  inviterName: 'unnamed.person',
  referrerName: 'unnamed.person',
  granterName: 'unnamed.person',
  author: 'unnamed.person',
} as const;

/** Content of a mail in a language, of its properties and of its texts. */
export function composeEmail(
  { name, props: schema, rules }: AnyEmailDefinition,
  language: Language,
  given: unknown,
): MailContent {
  const { url, ...rest } = schema.parse(given);
  // The rules of a mail are declared with the properties of its schema.
  const props = { url, ...rest } as never;
  const t = translations[language];
  const variant = rules.variant?.(props);
  const values = { ...valuesOf(rest, t), ...rules.values?.(props, t, language) };
  const find = (part: string) => findPart(t, { part: `${name}.${part}`, variant, values });
  const say = (part: string) => find(part)?.text ?? '';
  const replyTo = rules.replyTo?.(props);
  const subject = say('subject');
  return {
    subject,
    preview: rules.preview?.(props, t) ?? say('preview'),
    title: find('title')?.text ?? subject,
    paragraphs: [...(rules.quotes?.(props, t) ?? []), ...paragraphsOf(find)],
    action: { label: say('action'), url },
    footnote: (find('footnote') ?? findPart(t, { part: 'owner.footnote', values }))?.text ?? '',
    ...(replyTo && { replyTo }),
  };
}

/** Texts and numbers of the properties by name, with words in place of hidden names. */
function valuesOf(props: Readonly<Record<string, unknown>>, t: EmailTranslate): EmailValues {
  const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const values = Object.entries(props).map(([prop, value]) => {
    const words = UNNAMED[prop as keyof typeof UNNAMED];
    return [prop, isValue(value) ? value : words === undefined ? null : t(words)];
  });
  return Object.fromEntries(values);
}

/** The numbered paragraphs, without those that lack a value. */
function paragraphsOf(find: (part: string) => { text: string | null } | null): string[] {
  const paragraphs: string[] = [];
  for (let number = 1; ; number += 1) {
    const found = find(`text.${number}`);
    if (found === null) {
      return paragraphs;
    }
    if (found.text !== null) {
      paragraphs.push(found.text);
    }
  }
}

type Part = { part: string; variant?: string | undefined; values: EmailValues };

/** Text of a part, null where a value is missing; null for a part that the mail does not have. */
function findPart(t: EmailTranslate, { part, variant, values }: Part): { text: string | null } | null {
  const key = [`${part}.${variant}`, part].find((candidate) => findText(t, candidate) !== null);
  return key === undefined ? null : { text: fillText(t, key, values) };
}

function fillText(t: EmailTranslate, key: string, values: EmailValues): string | null {
  const message = findText(t, key);
  if (message === null) {
    return null;
  }
  const names = splitMessage(message).filter((_, index) => index % 2 === 1);
  const filled = names.flatMap((name) => {
    const value = lookUp(name, values);
    return value === null ? [] : [[name, value] as const];
  });
  if (filled.length < names.length) {
    return fillText(t, `${key}.without`, values);
  }
  // A plural text depends on the count, also where it does not show it.
  const { count = null } = values;
  return findText(t, key, { ...(count !== null && { count }), ...Object.fromEntries(filled) });
}

/** Value of a placeholder; one with a capital letter begins a sentence. */
function lookUp(name: string, values: EmailValues): Param | null {
  const own = values[name];
  if (own !== undefined) {
    return own;
  }
  const small = values[name.charAt(0).toLowerCase() + name.slice(1)];
  return typeof small === 'string' ? capitalize(small) : null;
}
