import { expiresWithin } from './card-expiry.ts';

/** How the sandbox's notice about a payment behaves. */
export type NoticeBehaviour = 'once' | 'twice' | 'never';

/** What becomes of a confirmation with a test card. */
export type CardOutcome =
  | { status: 'succeeded'; notices: NoticeBehaviour }
  | { status: 'requires_action' }
  | { status: 'failed'; code: SandboxErrorCode };

export type SandboxErrorCode =
  | 'card_declined'
  | 'insufficient_funds'
  | 'authentication_failed'
  | 'invalid_number'
  | 'test_card_only'
  | 'wallet_denied'
  | 'expired_card'
  | 'payment_closed';

/** What the payer reads. */
export const SANDBOX_MESSAGES: Readonly<Record<SandboxErrorCode, string>> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_failed: 'We could not confirm that it is you. Please choose another card.',
  invalid_number: 'Your card number is invalid.',
  test_card_only: 'This is a sandbox: please use one of the test cards.',
  wallet_denied: 'The payment was not approved.',
  expired_card: 'Your card has expired.',
  payment_closed: 'This payment is over. Please begin again.',
};

/** A card as its form sends it; `expMonth` from 1. */
export type SandboxCard = {
  number: string;
  expMonth: number;
  expYear: number;
  challenge?: 'approve' | 'deny' | undefined;
};

/** The numbers that the sandbox takes. */
export const TEST_CARDS: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000000000000341',
  '4000000000000259',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
]);

/** A number without the spaces and dashes that people write. */
export function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}

/** Decides a confirmation by card number; numbers as the big card providers document them for tests. */
export function judgeCard(card: SandboxCard, now: Date): CardOutcome {
  const digits = digitsOf(card.number);
  if (TEST_CARDS.has(digits) && expiresWithin(card, now, 0)) {
    return { status: 'failed', code: 'expired_card' };
  }
  switch (digits) {
    case '4242424242424242':
      return { status: 'succeeded', notices: 'once' };
    case '4000000000000341':
      return { status: 'succeeded', notices: 'never' };
    case '4000000000000259':
      return { status: 'succeeded', notices: 'twice' };
    case '4000000000000002':
      return { status: 'failed', code: 'card_declined' };
    case '4000000000009995':
      return { status: 'failed', code: 'insufficient_funds' };
    case '4000002500003155':
      return judgeChallenge(card.challenge);
    default:
      return { status: 'failed', code: isLuhnValid(digits) ? 'test_card_only' : 'invalid_number' };
  }
}

/** Whether the digits end in the right check digit. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) {
    return false;
  }
  const sum = [...digits].reverse().reduce((total, char, at) => {
    const doubled = Number(char) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function judgeChallenge(challenge: 'approve' | 'deny' | undefined): CardOutcome {
  if (challenge === undefined) {
    return { status: 'requires_action' };
  }
  return challenge === 'approve'
    ? { status: 'succeeded', notices: 'once' }
    : { status: 'failed', code: 'authentication_failed' };
}
