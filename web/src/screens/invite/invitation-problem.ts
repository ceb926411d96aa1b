import { ApiError } from '../../api/api-error.ts';
import type { LimitError } from '../../hooks/use-limit-error.ts';

/** Message for an invitation that was not sent. */
export type InvitationProblem = 'error.invitation.duplicate' | LimitError | 'problem.unexpected';

/**
 * Maps an error of an invitation to its message.
 * @param limit - message for a met limit
 */
export function invitationProblem(error: unknown, limit: LimitError): InvitationProblem {
  switch (error instanceof ApiError ? error.code : '') {
    case 'invitation.duplicate':
      return 'error.invitation.duplicate';
    case 'invitation.limit':
      return limit;
    default:
      return 'problem.unexpected';
  }
}
