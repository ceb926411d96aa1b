import { messages as en } from '@diorama/shared/i18n/en/app.ts';
import { messages as es } from '@diorama/shared/i18n/es/app.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { referralProblem } from './referral-problem.ts';

const said = (status: number, code: string) => {
  const { isOfField, key } = referralProblem(
    new ApiError({ status, code, title: 'not this' }),
    'error.invitation.limit',
  );
  return [isOfField, en[key], es[key]];
};

describe('the error text of a failed referral', () => {
  it('is one of two translated messages', () => {
    const unexpected = [
      false,
      'Something unexpected occured. Please try again',
      'Ha ocurrido algo inesperado. Inténtalo de nuevo',
    ];
    expect(said(422, 'invitation.limit')).toEqual([
      false,
      'You have exceeded your invitation limit. Please try again later.',
      'Has superado tu límite de invitaciones. Inténtalo más tarde.',
    ]);
    expect(said(500, 'server.failed')).toEqual(unexpected);
    expect(said(422, 'request.invalid')).toEqual(unexpected);
    expect(said(0, 'network')).toEqual(unexpected);
  });

  it('belongs to the address field when the address is the problem', () => {
    expect(said(422, 'referral.self')).toEqual([
      true,
      'This is your own address.',
      'Esta es tu propia dirección.',
    ]);
    expect(said(422, 'referral.duplicate')[0]).toBe(true);
  });
});
