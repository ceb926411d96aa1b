import { ApiError } from '../../api/api-error.ts';
import type { LimitError } from '../../hooks/use-limit-error.ts';

/** Message for a refused referral, and whether it belongs to the address field. */
type ReferralProblem =
  | { isOfField: true; key: 'error.referral.self' | 'error.referral.duplicate' }
  | { isOfField: false; key: LimitError | 'problem.unexpected' };

/**
 * Maps an error of a referral to its message.
 * @param limit - message for a met limit
 */
export function referralProblem(error: unknown, limit: LimitError): ReferralProblem {
  const code = error instanceof ApiError ? error.code : '';
  switch (code) {
    case 'referral.self':
    case 'referral.duplicate':
      return { isOfField: true, key: `error.${code}` };
    case 'invitation.limit':
      return { isOfField: false, key: limit };
    default:
      return { isOfField: false, key: 'problem.unexpected' };
  }
}
