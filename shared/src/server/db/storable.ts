/** JSON without characters that PostgreSQL cannot store, which names in files or by users may contain. */
export function toStorable(value: object): string {
  const text = JSON.stringify(value);
  // JSON escapes the characters in question, and few others.
  return text.includes('\\u') ? JSON.stringify(value, storablePart) : text;
}

/** Text without characters that PostgreSQL cannot store. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function storablePart(_: string, part: unknown): unknown {
  if (typeof part === 'string') {
    return toStorableText(part);
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    return part;
  }
  return Object.fromEntries(Object.entries(part).map(([key, member]) => [toStorableText(key), member]));
}
