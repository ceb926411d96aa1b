import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { findText, type Param, type Translate } from '@diorama/shared/i18n/t.ts';
import type { z } from 'zod';

type T = Translate<Messages<'server/violations'>>;

/** Message of a schema's issue; one of a rule that the schema adds has the rule's text. */
export function issueText(issue: z.core.$ZodIssue, t: T): string {
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

/** What a bound counts, by the origin of the value; other origins are numbers. */
const COUNTED: Readonly<Record<string, 'text' | 'list'>> = {
  string: 'text',
  array: 'list',
  set: 'list',
  map: 'list',
  object: 'list',
};

function boundText(
  t: T,
  origin: string,
  comparison: 'min' | 'above' | 'max' | 'below',
  bound: number | bigint,
): string {
  return t(`issue.${COUNTED[origin] ?? 'number'}.${comparison}`, { count: Number(bound) });
}
