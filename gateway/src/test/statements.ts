import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement as passed to the driver. */
export type Statement = { text: string; values: unknown[] };

/** Statements of the request that is running. */
const recording = new AsyncLocalStorage<Statement[]>();
let current: Statement[] | null = null;

/**
 * Records every statement of the gateway's requests while `run` runs, without transaction statements.
 * Background queries, such as those for open streams, belong to no request and are left out.
 */
export async function recordStatements<T>(
  run: () => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  // The driver's method has ten overloads. All arguments are passed on.
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

/** Handles a request so that `recordStatements` records its statements. */
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
