import type { Violation } from '@diorama/shared/contract/errors.ts';
import type { z } from 'zod';

/** An issue that a schema found, as errors name it. */
export function toViolation(issue: z.core.$ZodIssue): Violation {
  return { propertyPath: issue.path.join('.'), code: `invalid.${issue.code}`, message: issue.message };
}
