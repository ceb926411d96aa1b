import { isRecord } from '../scene/json.ts';

/**
 * Applies a JSON merge patch (RFC 7396): members merge recursively, `null` removes a member, all else
 * replaces it.
 */
export function mergePatch(target: unknown, patch: Record<string, unknown>): Record<string, unknown>;
export function mergePatch(target: unknown, patch: unknown): unknown;
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) {
    return patch;
  }
  const merged = new Map(Object.entries(isRecord(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      merged.delete(key);
    } else {
      merged.set(key, mergePatch(merged.get(key), value));
    }
  }
  return Object.fromEntries(merged);
}
