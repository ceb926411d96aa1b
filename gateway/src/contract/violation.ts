import type { Violation } from '@diorama/shared/contract/errors.ts';
import type { z } from 'zod';

/** A schema's issue in the format of errors. */
export function toViolation(issue: z.core.$ZodIssue): Violation {
  return { propertyPath: issue.path.join('.'), code: `invalid.${issue.code}`, message: issue.message };
}
