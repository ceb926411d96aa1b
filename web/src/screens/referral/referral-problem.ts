import { ApiError } from '../../api/api-error.ts';

/** Which words say why a friend was not invited, and whether they are about the address. */
export type ReferralProblem =
  | { isOfField: true; key: 'error.referral.self' | 'error.referral.duplicate' }
  | { isOfField: false; key: 'error.invitation.limit' | 'problem.unexpected' };

/** Sorts what inviting a friend failed with; all that is not about the address is one of the two sentences. */
export function referralProblem(error: unknown): ReferralProblem {
  const code = error instanceof ApiError ? error.code : '';
  switch (code) {
    case 'referral.self':
    case 'referral.duplicate':
      return { isOfField: true, key: `error.${code}` };
    case 'invitation.limit':
      return { isOfField: false, key: 'error.invitation.limit' };
    default:
      return { isOfField: false, key: 'problem.unexpected' };
  }
}
