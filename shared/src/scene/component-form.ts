import type { z } from 'zod';

/** Components of a value by name. A component that is absent has the value that it has in `whole`. */
export type Components = ReadonlyMap<string, unknown>;

/** Changes of components by name. */
export type ComponentChanges = Map<string, unknown>;

/** Name of the entry that holds what the other components start from; only some forms have one. */
export const BASE = '=';

/** How a value is divided into components that merge one by one. */
export type ComponentForm = {
  /** The value that `whole` and the components make together. */
  join: (whole: unknown, components: Components) => unknown;
  /** The components to write so that a value that reads as `before` reads as `next`. */
  changes: (before: unknown, next: unknown, components: Components) => ComponentChanges;
  /** The schema of one component, null for a name that no component has. */
  schemaOf: (name: string) => z.ZodType | null;
  /** Whether a value with too many changes can become the base of new ones. */
  canRebase?: boolean;
};
