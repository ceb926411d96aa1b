import { CodedError } from '@diorama/shared/contract/errors.ts';

/**
 * Asserts that a public link expires in the future, or never. To end a link at once, change its privacy
 * or status.
 * @param scene - `stored` may be sent again after it has passed.
 * @throws CodedError `request.invalid` for a time in the past.
 */
export function assertExpiry(
  expiresAt: string | null | undefined,
  { stored, now }: { stored: string | null | undefined; now: Date },
): void {
  if (expiresAt && expiresAt !== stored && Date.parse(expiresAt) <= now.getTime()) {
    throw new CodedError('request.invalid', {
      violations: [
        { propertyPath: 'sharing.expiresAt', code: 'scene.expiry.past', message: 'That time is over' },
      ],
    });
  }
}
