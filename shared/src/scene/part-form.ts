import type { z } from 'zod';

/** Parts of a value by name. A part that is absent has the value that it has in `whole`. */
export type Parts = ReadonlyMap<string, unknown>;

/** Changes of parts by name. */
export type PartChanges = Map<string, unknown>;

/** Name of the entry that holds what the other parts start from; only some forms have one. */
export const BASE = '=';

/** Division of a value into parts that merge separately. */
export type PartForm = {
  /** The value that `whole` and the parts make together. */
  join: (whole: unknown, parts: Parts) => unknown;
  /** The parts to write so that a value that reads as `before` reads as `next`. */
  changes: (before: unknown, next: unknown, parts: Parts) => PartChanges;
  /** The schema of one part, null for a name that no part has. */
  schemaOf: (name: string) => z.ZodType | null;
  /** Whether a value with too many changes can become the base of new ones. */
  canRebase?: boolean;
};
