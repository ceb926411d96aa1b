import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Verdict } from '@diorama/shared/policy/composition.ts';

/** @throws CodedError with the code of the policy's refusal. */
export function assertAllowed(verdict: Verdict): void {
  if (!verdict.allowed) {
    throw new CodedError(verdict.code);
  }
}
