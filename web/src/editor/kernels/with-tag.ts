import { TURNS } from '@diorama/shared/scene/values.ts';

/** Adds a typed tag, trimmed and without commas; returns the same list if it is full. */
export function withTag(
  tags: readonly string[],
  typed: string,
  { max, maxLength }: { max: number; maxLength: number },
): readonly string[] {
  const tag = typed
    .replace(TURNS, '')
    .replaceAll(',', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
  const isThere = tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  return tag === '' || isThere || tags.length >= max ? tags : [...tags, tag];
}
