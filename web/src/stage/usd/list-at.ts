import type { LayerSpecs } from './layer-specs.ts';

/** The list that is said at a path, whichever kind it is of; empty where there is none. */
export function listAt(specs: LayerSpecs, path: string): unknown[] {
  const list = specs[path]?.fields.default;
  return Array.isArray(list) || ArrayBuffer.isView(list) ? Array.from(list as ArrayLike<unknown>) : [];
}
