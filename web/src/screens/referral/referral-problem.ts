import { ApiError } from '../../api/api-error.ts';

/** Message for a refused referral, and whether it belongs to the address field. */
export type ReferralProblem =
  | { isOfField: true; key: 'error.referral.self' | 'error.referral.duplicate' }
  | { isOfField: false; key: 'error.invitation.limit' | 'problem.unexpected' };

/** Maps an error of a referral to its message. */
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
