import { ERRORS, type ErrorCode } from '@diorama/shared/contract/errors.ts';
import { messages as en } from '@diorama/shared/i18n/en/app.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { LimitError } from '../../hooks/use-limit-error.ts';
import { invitationProblem } from './use-invite.ts';

const textOf = (error: unknown, limit: LimitError = 'error.invitation.limit') =>
  en[invitationProblem(error, limit)];
const failed = (code: string, status: number) => new ApiError({ status, code, title: 'not this' });

describe('the error text of a failed invitation', () => {
  it('is specific for the two failures that the inviter can act on', () => {
    expect(textOf(failed('invitation.duplicate', 422))).toBe('This user is already invited to this scene');
    expect(textOf(failed('invitation.limit', 422))).toBe(
      'You have exceeded your invitation limit. Please try again later.',
    );
    expect(textOf(failed('invitation.limit', 422), 'error.invitation.limit.unconfirmed')).toMatch(
      /^Until you confirm your address, you can send 10/,
    );
  });

  it('is generic for any other failure', () => {
    const others = Object.keys(ERRORS).filter(
      (code) => code !== 'invitation.duplicate' && code !== 'invitation.limit',
    ) as ErrorCode[];
    const texts = [
      ...others.map((code) => textOf(failed(code, ERRORS[code]))),
      textOf(failed('network', 0)),
      textOf(new Error('broken')),
    ];
    expect(new Set(texts)).toEqual(new Set(['Something unexpected occured. Please try again']));
  });
});
