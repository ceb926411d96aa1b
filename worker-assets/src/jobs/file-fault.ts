import { ImportError } from '../import/import-error.ts';
import { OverwhelmedError } from '../stage/stage-error.ts';

const TOO_LARGE =
  'The file is too large to open: reading it takes more than 2 minutes, or more memory than there is. Simplify the model, make its pictures smaller, or export it as GLB.';

/**
 * Whether a file that somebody uploaded is to blame for an error, and not the installation: then its import is over, which
 * is a job that was done. What might do with another page is tried until the last attempt.
 * @returns the error to tell people of, null where operators must hear of it.
 */
export function fileFaultOf(
  error: unknown,
  { isLastAttempt }: { isLastAttempt: boolean },
): ImportError | null {
  if (error instanceof ImportError) {
    return error;
  }
  return isLastAttempt && error instanceof OverwhelmedError
    ? new ImportError('import.unfinished', TOO_LARGE, { cause: error })
    : null;
}
