/** Specs of a layer by path; the layer itself is `/`. */
export type LayerSpecs = Record<string, Spec>;

export type Spec = { specType: number; fields: Record<string, unknown> };

/** Kinds of specs that three.js' composer distinguishes. */
export const SPEC_TYPE = { attribute: 1, prim: 6, relationship: 8, variant: 10, variantSet: 11 } as const;

/** Target of a reference, in another layer or the same; either path may be empty. */
export type UsdReference = { assetPath: string; primPath: string };
