import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../stop-signal.ts';

/** Result of a check, with the remedy for a problem. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; text: string; remedy?: string };

/**
 * A part of the installation that is checked. A failure of `run` is a problem that `remedy` mends. What `run` has opened
 * is closed when its signal is aborted.
 */
export type Check = { subject: string; remedy: string; run: (signal: AbortSignal) => Promise<Finding[]> };

const CHECK_WITHIN_MS = 30_000;
/** Longest time that a check may take to close what it has opened. */
const CLOSE_WITHIN_MS = 10_000;
const MARKS: Readonly<Record<Finding['level'], string>> = { ok: '✓', warning: '!', problem: '✗' };

/**
 * Runs a check. An error, or no end within half a minute, is a problem.
 * @throws the reason of the signal when it is aborted, and nothing else
 */
export async function runCheck({ run, remedy }: Check, stop?: AbortSignal): Promise<Finding[]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('There was no answer')), CHECK_WITHIN_MS);
  const signal = stop ? AbortSignal.any([stop, late.signal]) : late.signal;
  const running = Promise.try(run, signal);
  try {
    return await untilAborted(signal, () => running);
  } catch (error) {
    await Promise.race([running.catch(() => undefined), sleep(CLOSE_WITHIN_MS, null, { ref: false })]);
    stop?.throwIfAborted();
    return [{ level: 'problem', text: failureText(error), remedy }];
  } finally {
    clearTimeout(timer);
  }
}

/** A line of the report. */
export function lineOf(subject: string, { level, text, remedy }: Finding): string {
  return `${MARKS[level]} ${subject}: ${text}${remedy === undefined ? '' : `. ${remedy}`}`;
}

/** One sentence about a failure; connections often fail with a code and without words. */
export function failureText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return failureText(error.errors[0]);
  }
  const { message, code } = (
    error instanceof Error ? error : new Error(String(error))
  ) as NodeJS.ErrnoException;
  return message === '' ? (code ?? 'unknown failure') : message;
}
