import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement as the driver was given it. */
export type Statement = { text: string; values: unknown[] };

/** What the request of the running code is recorded into. */
const recording = new AsyncLocalStorage<Statement[]>();
let current: Statement[] | null = null;

/**
 * Every statement that the gateway's requests send while `run` runs, but for those that only frame others. What goes on
 * beside them, such as the look for news of open streams, belongs to no request and is left out.
 */
export async function recordStatements<T>(
  run: () => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  // The driver's method has ten overloads; whatever it was called with is passed on.
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const statement = toStatement(args);
    if (statement && !FRAME.test(statement.text)) {
      recording.getStore()?.push(statement);
    }
    return Reflect.apply(original, this, args);
  };
  Object.assign(pg.Client.prototype, { query: spy });
  current = statements;
  try {
    return { result: await run(), statements };
  } finally {
    current = null;
    Object.assign(pg.Client.prototype, { query: original });
  }
}

/** Handles a request so that `recordStatements` knows what it sends. */
export function recorded(handle: () => void): void {
  if (current) {
    recording.run(current, handle);
  } else {
    handle();
  }
}

const FRAME = /^\s*(begin|commit|rollback|savepoint|set |select 1\b)/i;

function toStatement([first, second]: unknown[]): Statement | null {
  if (typeof first === 'string') {
    return { text: first, values: Array.isArray(second) ? second : [] };
  }
  if (typeof first !== 'object' || first === null || !('text' in first) || typeof first.text !== 'string') {
    return null;
  }
  const values = 'values' in first && Array.isArray(first.values) ? first.values : second;
  return { text: first.text, values: Array.isArray(values) ? values : [] };
}
