import pg from 'pg';

/** A statement as the driver was given it. */
export type Statement = { text: string; values: unknown[] };

/**
 * Every statement that this process sends while `run` runs, but for those that only frame others or belong to what
 * goes on in the background.
 */
export async function recordStatements<T>(
  run: () => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  // The driver's method has ten overloads; whatever it was called with is passed on.
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const statement = toStatement(args);
    if (statement && !BACKGROUND.test(statement.text)) {
      statements.push(statement);
    }
    return Reflect.apply(original, this, args);
  };
  Object.assign(pg.Client.prototype, { query: spy });
  try {
    return { result: await run(), statements };
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
}

const BACKGROUND =
  /^\s*(begin|commit|rollback|savepoint|set |listen|select 1\b)|live_events|pg_notify|live_tickets|presence|schedule_ticks/i;

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
