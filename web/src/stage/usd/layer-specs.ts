/** What a layer says, by the path of what it says it of; the layer itself is `/`. */
export type LayerSpecs = Record<string, Spec>;

export type Spec = { specType: number; fields: Record<string, unknown> };

/** The kinds of specs that three's composer tells apart. */
export const SPEC_TYPE = { attribute: 1, prim: 6, relationship: 8, variant: 10, variantSet: 11 } as const;

/** A part of a layer, another or the same, that is put where it is named; either may be empty. */
export type UsdReference = { assetPath: string; primPath: string };
