import { expiresWithin } from './card-expiry.ts';

/** Delivery of the sandbox's webhook about a payment. */
export type WebhookBehaviour = 'once' | 'twice' | 'never';

/** Outcome of a confirmation with a test card. */
export type CardOutcome =
  | { status: 'succeeded'; notices: WebhookBehaviour }
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

/** Error messages for the payer. */
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

/** A card as its form submits it; `expMonth` from 1. */
export type SandboxCard = {
  number: string;
  expMonth: number;
  expYear: number;
  challenge?: 'approve' | 'deny' | undefined;
};

/** Card numbers that the sandbox accepts. */
export const TEST_CARDS: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000000000000341',
  '4000000000000259',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
]);

/** Card number without spaces and dashes. */
export function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}

/**
 * Decides the outcome of a confirmation by card number; the numbers are the documented test numbers of card
 * providers.
 */
export function classifyCard(card: SandboxCard, now: Date): CardOutcome {
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
      return classifyChallenge(card.challenge);
    default:
      return { status: 'failed', code: isLuhnValid(digits) ? 'test_card_only' : 'invalid_number' };
  }
}

/** Whether the last digit is the valid Luhn check digit. */
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

function classifyChallenge(challenge: 'approve' | 'deny' | undefined): CardOutcome {
  if (challenge === undefined) {
    return { status: 'requires_action' };
  }
  return challenge === 'approve'
    ? { status: 'succeeded', notices: 'once' }
    : { status: 'failed', code: 'authentication_failed' };
}
