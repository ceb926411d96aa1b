import {
  MAX_VIOLATIONS,
  type UntranslatedViolation,
  type Violation,
} from '@diorama/shared/contract/errors.ts';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { findText, type Language, type Param, type Translate } from '@diorama/shared/i18n/t.ts';
import type { z } from 'zod';

/** Unit of a bound by the origin of the value; other origins are numbers. */
const COUNTED: Readonly<Record<string, 'text' | 'list'>> = {
  string: 'text',
  array: 'list',
  set: 'list',
  map: 'list',
  object: 'list',
};

const translations = await loadTranslations('server/violations');

/** Most characters of a path or a message: both repeat keys that the client chose. */
const MAX_TEXT = 500;

/** A schema's first issues in the format of errors. */
export function toViolations({ issues }: z.core.$ZodError): UntranslatedViolation[] {
  return issues.slice(0, MAX_VIOLATIONS).map((issue) => ({
    propertyPath: issue.path.join('.'),
    code: `invalid.${issue.code}` as const,
    issue,
  }));
}

/** A validation error in the language of its answer. */
export function translateViolation(
  { propertyPath, code, text, params, issue }: UntranslatedViolation,
  language: Language,
): Violation {
  const t = translations[language];
  const message = issue ? issueText(issue, t) : (findText(t, text ?? code, params) ?? t('issue.invalid'));
  return { propertyPath: shorten(propertyPath), code, message: shorten(message) };
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

type T = Translate<Messages<'server/violations'>>;

/** Message of a schema's issue; one of a rule that the schema adds has the rule's text. */
function issueText(issue: z.core.$ZodIssue, t: T): string {
  switch (issue.code) {
    case 'invalid_type':
      return findText(t, `issue.type.${issue.expected}`) ?? t('issue.type');
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? t('issue.empty')
        : boundText(t, issue.origin, issue.inclusive === false ? 'above' : 'min', issue.minimum);
    case 'too_big':
      return boundText(t, issue.origin, issue.inclusive === false ? 'below' : 'max', issue.maximum);
    case 'invalid_format':
      return findText(t, `issue.format.${issue.format}`) ?? t('issue.format');
    case 'not_multiple_of':
      return t('issue.multiple', { count: issue.divisor });
    case 'unrecognized_keys':
      return t('issue.keys', { keys: issue.keys.join(', ') });
    case 'invalid_value':
      return t('issue.values', { values: issue.values.map(String).join(', ') });
    case 'custom':
      return ruleText(issue, t) ?? t('issue.invalid');
    default:
      return t('issue.invalid');
  }
}

/** Text of a rule, whose key is the message of its issue. */
function ruleText({ message, params }: z.core.$ZodIssueCustom, t: T): string | null {
  return message.startsWith('rule.') ? findText(t, message, params as Record<string, Param>) : null;
}

function boundText(
  t: T,
  origin: string,
  comparison: 'min' | 'above' | 'max' | 'below',
  bound: number | bigint,
): string {
  return t(`issue.${COUNTED[origin] ?? 'number'}.${comparison}`, { count: Number(bound) });
}
