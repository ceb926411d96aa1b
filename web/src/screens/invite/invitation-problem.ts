import { ApiError } from '../../api/api-error.ts';

/** Message for an invitation that was not sent. */
export type InvitationProblem =
  | 'error.invitation.duplicate'
  | 'error.invitation.limit'
  | 'problem.unexpected';

/** Maps an error of an invitation to its message. */
export function invitationProblem(error: unknown): InvitationProblem {
  const code = error instanceof ApiError ? error.code : '';
  switch (code) {
    case 'invitation.duplicate':
    case 'invitation.limit':
      return `error.${code}`;
    default:
      return 'problem.unexpected';
  }
}
