import { CodedError } from '@diorama/shared/contract/errors.ts';

/**
 * A public link ends in the time to come, or never: one that ends at once is taken down by its privacy or status.
 * @param scene - `stored` may be sent again after it has passed.
 * @throws CodedError `request.invalid` for a time that is over.
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
