/**
 * Waits for an answer of another machine.
 * @throws Error with the code `ETIMEDOUT` when it is late; the answer is then ignored
 */
export async function withTimeout<Value>(ms: number, what: string, answer: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError(what)), ms);
  // A later failure is ignored.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error for a machine that does not answer. */
export function timeoutError(what: string): Error {
  return Object.assign(new Error(`${what} does not answer`), { code: 'ETIMEDOUT' });
}
