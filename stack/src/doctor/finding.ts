/** Result of a check, with the remedy for a problem. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; text: string; remedy?: string };

/** A part of the installation that is checked. A failure of `run` is a problem that `remedy` mends. */
export type Check = { subject: string; remedy: string; run: () => Promise<Finding[]> };

const CHECK_WITHIN_MS = 30_000;
const MARKS: Readonly<Record<Finding['level'], string>> = { ok: '✓', warning: '!', problem: '✗' };

/** Runs a check. It never fails: an error, or no end within half a minute, is a problem. */
export async function runCheck({ run, remedy }: Check): Promise<Finding[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('There was no answer')), CHECK_WITHIN_MS);
  try {
    return await Promise.race([run(), late.promise]);
  } catch (error) {
    return [{ level: 'problem', text: sentenceOf(error), remedy }];
  } finally {
    clearTimeout(timer);
  }
}

/** A line of the report. */
export function lineOf(subject: string, { level, text, remedy }: Finding): string {
  return `${MARKS[level]} ${subject}: ${text}${remedy === undefined ? '' : `. ${remedy}`}`;
}

/** One sentence about a failure; connections often fail with a code and without words. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return sentenceOf(error.errors[0]);
  }
  const { message, code } = (
    error instanceof Error ? error : new Error(String(error))
  ) as NodeJS.ErrnoException;
  return message === '' ? (code ?? 'unknown failure') : message;
}
