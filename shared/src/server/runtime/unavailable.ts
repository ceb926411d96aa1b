import { isDiskFault } from './disk-fault.ts';

/**
 * Codes for an unavailable service: PostgreSQL's for a lost connection or a starting or stopping server, and
 * the system's.
 */
const CODES = /^(08|57P0|57014|53)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH/;
const MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded|connection timeout|connection error and is not queryable/i;

/** Whether the error means that the database, the store or the disk cannot be used now, and may be later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    CODES.test(code) ||
    isDiskFault(error) ||
    error.name === 'KnexTimeoutError' ||
    MESSAGES.test(error.message)
  );
}
