import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** One merged log of all processes: time, name, message and extra fields. */
export interface MergedLog {
  /** A line of the start command itself. */
  say(message: string): void;
  /** Adds the lines of a process, JSON or plain; `onLine` receives them unchanged. */
  attach(name: string, stream: Readable, onLine?: (line: string) => void): void;
  line(name: string, line: string): void;
}

const COLOURS = [36, 35, 33, 32, 34, 96, 95] as const;
const NAME_WIDTH = 15;
const LEVEL_MARKS: Record<string, string> = { warn: ' !', error: ' ✗', fatal: ' ✗' };
/** Keys that the line shows already, or that are useless to a reader. */
const HIDDEN_KEYS = new Set(['level', 'time', 'pid', 'name', 'msg', 'hostname']);

/** Creates a log that writes to `write`; each process has a distinct colour where colours are enabled. */
export function createMergedLog(options: {
  useColour: boolean;
  write: (text: string) => void;
  now?: () => Date;
}): MergedLog {
  const { useColour, write, now = () => new Date() } = options;
  const colours = new Map<string, number>();
  const paint = (text: string, colour: number) => (useColour ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const colourOf = (name: string) => {
    const colour = colours.get(name) ?? COLOURS[colours.size % COLOURS.length] ?? 37;
    colours.set(name, colour);
    return colour;
  };
  const line = (name: string, text: string) => {
    const { message, time } = readLine(text);
    const clock = (time ?? now()).toISOString().slice(11, 19);
    write(`${paint(clock, 90)} ${paint(name.padEnd(NAME_WIDTH), colourOf(name))} ${message}\n`);
  };
  return {
    say: (message) => line('diorama', message),
    line,
    attach: (name, stream, onLine) => {
      createInterface({ input: stream }).on('line', (text) => {
        onLine?.(text);
        line(name, text);
      });
    },
  };
}

/** The message of a line, with the extra fields of a JSON line as `key=value`. */
export function readLine(text: string): { message: string; time: Date | null; isError: boolean } {
  const entry = parseEntry(text);
  if (!entry) {
    return { message: text, time: null, isError: false };
  }
  const details = Object.entries(entry)
    .filter(([key]) => !HIDDEN_KEYS.has(key))
    .map(([key, value]) => `${key}=${describe(value)}`);
  const mark = LEVEL_MARKS[String(entry.level)] ?? '';
  const time = new Date(String(entry.time));
  return {
    message: [`${entry.msg ?? ''}${mark}`, ...details].join(' '),
    time: Number.isNaN(time.getTime()) ? null : time,
    isError: entry.level === 'error' || entry.level === 'fatal',
  };
}

function parseEntry(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describe(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'message' in value) {
    const stack = 'stack' in value ? `\n${value.stack}` : '';
    return `${value.message}${stack}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
