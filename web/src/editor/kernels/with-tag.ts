import { TURNS } from '@diorama/shared/scene/values.ts';

/** Tags with one more, as it was typed but for what is around it and for a comma; the same where there is no room for it. */
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
