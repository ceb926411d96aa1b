import { ImportError } from '../import/import-error.ts';
import { OverwhelmedError } from '../stage/stage-error.ts';

/**
 * Whether an uploaded file caused an error, and not the installation. Its import is over then, and the
 * job succeeds.
 * An error that may not recur with another page is retried until the last attempt.
 * @returns the error for the user, null where operators must be notified.
 */
export function fileFaultOf(
  error: unknown,
  { isLastAttempt }: { isLastAttempt: boolean },
): ImportError | null {
  if (error instanceof ImportError) {
    return error;
  }
  return isLastAttempt && error instanceof OverwhelmedError
    ? new ImportError('import.unfinished', 'The file is too much to be opened.', { cause: error })
    : null;
}
