import { ImportError } from '../import/import-error.ts';
import { OverwhelmedError, UnshowableError } from '../stage/stage-error.ts';

/**
 * Whether a file that somebody uploaded is to blame for an error, and not the installation: then its import is over, which
 * is a job that was done. What might do with another page is tried until the last attempt.
 * @param step where a page that is overwhelmed was given the file as it came, `open`; what is drawn has passed the
 * validator, and a page that hangs on it is the operators' matter
 * @returns the error to tell people of, null where operators must hear of it.
 */
export function fileFaultOf(
  error: unknown,
  { step, isLastAttempt }: { step: 'open' | 'draw'; isLastAttempt: boolean },
): ImportError | null {
  if (error instanceof ImportError) {
    return error;
  }
  const Fault = step === 'open' ? OverwhelmedError : UnshowableError;
  return isLastAttempt && error instanceof Fault
    ? new ImportError('import.failed', MESSAGES[step], { cause: error })
    : null;
}

const MESSAGES = {
  open: 'The file is too much to be opened.',
  draw: 'The model cannot be shown.',
} as const;
