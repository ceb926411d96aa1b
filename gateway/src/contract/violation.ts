import {
  MAX_VIOLATIONS,
  type UntranslatedViolation,
  type Violation,
} from '@diorama/shared/contract/errors.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { findText, type Language } from '@diorama/shared/i18n/t.ts';
import type { z } from 'zod';
import { issueText } from './issue-text.ts';

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
