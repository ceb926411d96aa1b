/** Longest text that is shown. */
const MAX_LENGTH = 300;

/** PayPal's own sentence for an error of its buttons; null without one. */
export function paypalMessage(error: unknown): string | null {
  // Not `instanceof Error`: the error may come from another frame.
  const text = typeof error === 'string' ? error : textAt(error, 'message');
  const body = text.indexOf('{');
  // PayPal's script appends the answer of a refused call to the message.
  const answer = body < 0 ? null : parse(text.slice(body));
  const said = textAt(firstOf(answer, 'details'), 'description') || textAt(answer, 'message');
  return (said || (text.split('\n')[0] ?? '')).trim().slice(0, MAX_LENGTH) || null;
}

function textAt(value: unknown, key: string): string {
  const found = at(value, key);
  return typeof found === 'string' ? found : '';
}

function firstOf(value: unknown, key: string): unknown {
  const found = at(value, key);
  return Array.isArray(found) ? found[0] : null;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
