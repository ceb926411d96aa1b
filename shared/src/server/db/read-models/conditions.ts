/** What narrows a list, gathered one by one. */
export interface Conditions {
  /** Adds a value to the statement. @returns its place, such as `$3`. */
  value(value: unknown): string;
  /** Narrows the list, unless the value is null; `condition` is given the value's place. */
  add(name: string, value: unknown, condition: (place: string) => string): void;
  /** Tells this set of conditions from every other; short, as a statement's name has at most 63 characters. */
  readonly name: string;
  /** All of them, or `true`. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Only what is filtered by stands in a list's statement, as a condition that might not apply keeps PostgreSQL from choosing
 * the index of the one that does.
 * @param given - the values that stand in the statement in any case, from `$1` on
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

/** A pattern that finds a text anywhere, whatever signs are in it. */
export function containing(text: string | null): string | null {
  return text === null ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The ids of the workspaces that a person owns or administers. */
export const managedAccounts = (person: string) => `
  select id from accounts where owner_id = ${person}
  union select account_id from account_members where user_id = ${person} and role = 'admin'`;

/** Whether a workspace is there, if suspended; one that was closed waits for its removal. Of the row with that alias. */
export const isOpenAccount = (account: string) =>
  `(${account}.is_active or ${account}.suspended_at is not null)`;
