/** Where a model's scene says which parts are drawn as one: an object of names by material. */
export const JOINED_PARTS_KEY = 'joinedParts';

/** More names than these are not kept of one model. */
export const MAX_JOINED_PARTS = 2_000;

/** A part of a model that is drawn together with others, and the material that it wears. */
export type JoinedPart = { name: string; slot: string };

/** What a scene's extras say of joined parts; anything may stand there in files that were kept as they came. */
export function readJoinedParts(extras: Readonly<Record<string, unknown>>): JoinedPart[] {
  const bySlot = extras[JOINED_PARTS_KEY];
  if (typeof bySlot !== 'object' || bySlot === null) {
    return [];
  }
  return Object.entries(bySlot)
    .flatMap(([slot, names]: [string, unknown]) =>
      (Array.isArray(names) ? names : []).flatMap((name: unknown) =>
        typeof name === 'string' ? [{ name, slot }] : [],
      ),
    )
    .slice(0, MAX_JOINED_PARTS);
}
