import { hostname } from 'node:os';
import type { Job } from 'bullmq';
import type { Logger } from '../runtime/logger.ts';

/** Lines that are kept of one run, the latest. */
const MOST_LINES = 40;
const MAX_LINE_LENGTH = 500;
const LEVELS = ['info', 'warn', 'error'] as const;

/** Keeps the lines that a run logs, for the job's own log if the run fails. */
export type RunLog = {
  /** Logs to the process's log and keeps the line. */
  record(logger: Logger): Logger;
  /** Adds the lines of a failed run to the job; the queue keeps them for operators. */
  flush(job: Job, reason: unknown): Promise<void>;
};

/** Creates the log of one run. A run that succeeds writes nothing to the queue. */
export function createRunLog(): RunLog {
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line.slice(0, MAX_LINE_LENGTH));
    lines.splice(0, lines.length - MOST_LINES);
  };
  return {
    record: (logger) => {
      const methods = LEVELS.map((level) => {
        const write = (...args: Parameters<Logger['info']>) => {
          keep(`${new Date().toISOString()} ${level}: ${toText(args)}`);
          logger[level](...args);
        };
        return [level, write];
      });
      return Object.assign(Object.create(logger), Object.fromEntries(methods));
    },
    flush: async (job, reason) => {
      const place = `attempt ${job.attemptsMade + 1} on ${hostname()}, process ${process.pid}`;
      keep(
        `${new Date().toISOString()} failed: ${place}: ${reason instanceof Error ? reason.message : reason}`,
      );
      for (const line of lines) {
        await job.log(line);
      }
    },
  };
}

/** The message of a line, with its values. */
function toText(args: readonly unknown[]): string {
  return args
    .map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg, replaceError)))
    .reverse()
    .join(' ');
}

function replaceError(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}
