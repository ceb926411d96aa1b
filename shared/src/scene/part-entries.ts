import { checksumOf } from './checksum.ts';
import type { Parts } from './part-form.ts';

/**
 * A field whose value has parts is stored under several keys of its shared map: `<field>` holds the whole value, which
 * every release reads; `<field>~<name>` holds a part that was changed, and `<field>~` the mark, a checksum of the
 * whole value. Releases before form 7 write only the whole value, so a mark that does not fit shows that the parts
 * are older than it. All others write value and mark together, and Yjs picks the same winner for both.
 */
const SEPARATOR = '~';

/** Stored state of a field: its whole value, undefined for the default, the mark, and its parts. */
export type StoredParts = { whole: unknown; mark: unknown; parts: Parts };

/** The key of a part in the shared map. */
export function partKey(field: string, name: string): string {
  return field + SEPARATOR + name;
}

/** The key of the mark in the shared map. */
export function markKey(field: string): string {
  return field + SEPARATOR;
}

/** Field and part of a key of a shared map, '' for the mark; null for a key of another form. */
export function parsePartKey(key: string): { field: string; name: string } | null {
  const at = key.indexOf(SEPARATOR);
  return at < 0 ? null : { field: key.slice(0, at), name: key.slice(at + 1) };
}

/** The mark that belongs to a whole value. */
export function markOf(whole: unknown): string {
  return checksumOf(whole);
}

/** Whether the parts are as new as the whole value. */
export function areCurrent({ whole, mark }: StoredParts, fallback: unknown): boolean {
  return mark !== undefined && mark === markOf(whole === undefined ? fallback : whole);
}

/** Collects the parts that a shared map holds, by field. */
export class PartEntries {
  readonly byField = new Map<string, { mark: unknown; parts: Map<string, unknown> }>();

  add(key: string, value: unknown): void {
    const parsed = parsePartKey(key);
    if (!parsed) {
      return;
    }
    const of = this.byField.get(parsed.field) ?? { mark: undefined, parts: new Map() };
    this.byField.set(parsed.field, of);
    if (parsed.name === '') {
      of.mark = value;
    } else {
      of.parts.set(parsed.name, value);
    }
  }
}
