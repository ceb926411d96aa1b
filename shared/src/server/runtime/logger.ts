import { pino } from 'pino';

export type Logger = pino.Logger;

/** Paths of possible secrets in logged objects; they are redacted. */
const SECRET_PATHS = ['password', 'token', 'refresh_token', 'authorization', 'cookie'].flatMap((key) => [
  key,
  `*.${key}`,
  `*.*.${key}`,
]);

/** A logger that writes one JSON line per message to standard output, with the name of its process. */
export function createLogger(name: string, { level = 'info' }: { level?: string } = {}): Logger {
  return pino({
    name,
    level,
    base: { pid: process.pid },
    redact: { paths: SECRET_PATHS, censor: '[secret]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
