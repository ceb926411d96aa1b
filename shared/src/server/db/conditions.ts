/** Collects the conditions of a list. */
export interface Conditions {
  /** Adds a value to the statement. @returns its placeholder, such as `$3`. */
  value(value: unknown): string;
  /** Adds a condition, unless the value is null; `condition` receives the value's placeholder. */
  add(name: string, value: unknown, condition: (place: string) => string): void;
  /** Unique name of this set of conditions; short, as a statement's name has at most 63 characters. */
  readonly name: string;
  /** All conditions, or `true`. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * A list's statement contains only active filters, as an optional condition keeps PostgreSQL from choosing a
 * suitable index.
 * @param given - values that are always in the statement, from `$1` on
 */
export function createConditions(...given: unknown[]): Conditions {
  const names: string[] = [];
  const conditions: string[] = [];
  const values = [...given];
  const place = (value: unknown) => `$${values.push(value)}`;
  return {
    value: place,
    add: (name, value, condition) => {
      if (value !== null) {
        names.push(name);
        conditions.push(condition(place(value)));
      }
    },
    get name() {
      return names.join('+');
    },
    get sql() {
      return conditions.join(' and ') || 'true';
    },
    values,
  };
}

/** A LIKE pattern that matches a text anywhere, with special characters escaped. */
export function containing(text: string | null): string | null {
  return text === null ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Ids of the workspaces that a user owns or administers. */
export const managedAccounts = (person: string) => `
  select id from accounts where owner_id = ${person}
  union select account_id from account_members where user_id = ${person} and role = 'admin'`;

/**
 * Whether a workspace with that row alias is open, including suspended ones; closed ones await their removal.
 */
export const isOpenAccount = (account: string) =>
  `(${account}.is_active or ${account}.suspended_at is not null)`;
