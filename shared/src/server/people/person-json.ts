/** A user as embedded in other rows. */
export type UserRow = { id: string; name: string; avatar_object: string | null; avatar_color: string };

/** SQL of a {@link UserRow} as JSON, for the row alias of `users`. */
export function personJson(alias = 'u'): string {
  return `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'avatar_object', ${alias}.avatar_object,
    'avatar_color', ${alias}.avatar_color)`;
}
