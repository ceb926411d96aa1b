import type { Privacy } from '@diorama/shared/contract/compositions.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';

/**
 * Asserts that a password-protected scene keeps a password, as it could not be opened otherwise.
 * @throws CodedError `request.invalid`, code `scene.password.required`.
 */
export function assertPassword(
  change: { privacy?: Privacy | undefined; password?: string | null | undefined },
  stored: { privacy: Privacy },
): void {
  const isNeeded = (change.privacy ?? stored.privacy) === 'password';
  const isKept = change.password === undefined && stored.privacy === 'password';
  if (isNeeded && !isKept && !change.password) {
    throw new CodedError('request.invalid', {
      violations: [
        { propertyPath: 'password', code: 'scene.password.required', message: 'A password is needed' },
      ],
    });
  }
}
