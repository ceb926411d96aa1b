/** Specs of a layer by path; the layer itself is `/`. */
export type LayerSpecs = Record<string, Spec>;

export type Spec = { specType: number; fields: Record<string, unknown> };

/** Kinds of specs that three.js' composer distinguishes. */
export const SPEC_TYPE = { attribute: 1, prim: 6, relationship: 8, variant: 10, variantSet: 11 } as const;

/** Target of a reference, in another layer or the same; either path may be empty. */
export type UsdReference = { assetPath: string; primPath: string };

/** Array value at a path, of any type; empty if there is none. */
export function listAt(specs: LayerSpecs, path: string): unknown[] {
  const list = specs[path]?.fields.default;
  return Array.isArray(list) || ArrayBuffer.isView(list) ? Array.from(list as ArrayLike<unknown>) : [];
}
