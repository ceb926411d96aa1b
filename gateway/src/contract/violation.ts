import {
  MAX_VIOLATIONS,
  type UntranslatedViolation,
  type Violation,
} from '@diorama/shared/contract/errors.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { rulesEs, violationsEs } from '@diorama/shared/i18n/violations.es.ts';
import type { z } from 'zod';
import { issueEs } from './issue-es.ts';

/** Most characters of a path or a message: both repeat keys that the client chose. */
const MAX_TEXT = 500;

/** A schema's first issues in the format of errors. */
export function toViolations({ issues }: z.core.$ZodError): UntranslatedViolation[] {
  return issues.slice(0, MAX_VIOLATIONS).map(toViolation);
}

function toViolation(issue: z.core.$ZodIssue): UntranslatedViolation {
  return {
    propertyPath: issue.path.join('.'),
    code: `invalid.${issue.code}`,
    message: issue.message,
    messageEs: rulesEs[issue.message] ?? issueEs(issue),
  };
}

/** A validation error in the language of its answer. */
export function translateViolation(
  { propertyPath, code, message, messageEs }: UntranslatedViolation,
  language: Language,
): Violation {
  const spanish: Readonly<Record<string, string>> = violationsEs;
  const translated = language === 'es' ? (spanish[code] ?? messageEs ?? rulesEs[message]) : undefined;
  return { propertyPath: shorten(propertyPath), code, message: shorten(translated ?? message) };
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
