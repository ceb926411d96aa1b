import type { LayerSpecs } from './layer-specs.ts';

/** Array value at a path, of any type; empty if there is none. */
export function listAt(specs: LayerSpecs, path: string): unknown[] {
  const list = specs[path]?.fields.default;
  return Array.isArray(list) || ArrayBuffer.isView(list) ? Array.from(list as ArrayLike<unknown>) : [];
}
