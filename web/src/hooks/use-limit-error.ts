import { useUser } from './use-user.ts';

/** Key of the text for a met limit of invitations, which is lower until the user's address is confirmed. */
export type LimitError = 'error.invitation.limit' | 'error.invitation.limit.unconfirmed';

/** Returns the text key of a met limit of invitations for the user. */
export function useLimitError(): LimitError {
  return useUser()?.isEmailConfirmed === false
    ? 'error.invitation.limit.unconfirmed'
    : 'error.invitation.limit';
}
