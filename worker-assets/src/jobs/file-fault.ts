import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { ImportError } from '../import/import-error.ts';
import { PageOverloadedError } from '../stage/stage-error.ts';

const TOO_LARGE = importMessage('limit.too-large');

/**
 * Checks whether an error comes from the uploaded file and not from the installation. The import then fails,
 * but its job completes. Errors that may not occur with a new page are retried until the last attempt.
 * @returns the error for the user, or null for operators.
 */
export function fileFaultOf(
  error: unknown,
  { isLastAttempt }: { isLastAttempt: boolean },
): ImportError | null {
  if (error instanceof ImportError) {
    return error;
  }
  return isLastAttempt && error instanceof PageOverloadedError
    ? new ImportError('import.unfinished', TOO_LARGE, { cause: error })
    : null;
}
