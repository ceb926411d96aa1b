import type { UntranslatedViolation, Violation } from '@diorama/shared/contract/errors.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { rulesEs, violationsEs } from '@diorama/shared/i18n/violations.es.ts';
import type { z } from 'zod';
import { issueEs } from './issue-es.ts';

/** A schema's issue in the format of errors. */
export function toViolation(issue: z.core.$ZodIssue): UntranslatedViolation {
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
  return { propertyPath, code, message: translated ?? message };
}
