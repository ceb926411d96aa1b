/** JSON without what PostgreSQL cannot hold: a name in a file, or one that a person wrote, may be of any letters. */
export function toStorable(value: object): string {
  const text = JSON.stringify(value);
  // What cannot be held stands in JSON by its number, as few other letters do.
  return text.includes('\\u') ? JSON.stringify(value, storablePart) : text;
}

/** Text without what PostgreSQL cannot hold. */
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
