/** A person as other rows bring them along. */
export type UserRow = { id: string; name: string; avatar_object: string | null; avatar_color: string };

/** The SQL of a {@link UserRow} as JSON, of the row of `users` by that alias. */
export function personJson(alias = 'u'): string {
  return `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'avatar_object', ${alias}.avatar_object,
    'avatar_color', ${alias}.avatar_color)`;
}
