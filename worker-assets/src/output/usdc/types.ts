/** Type numbers of a crate file, limited to the used ones. */
export const CRATE = {
  Bool: 1,
  Int: 3,
  Float: 8,
  Double: 9,
  String: 10,
  Token: 11,
  AssetPath: 12,
  Matrix4d: 15,
  Quatf: 17,
  Vec2f: 20,
  Vec3f: 24,
  Vec3h: 25,
  Vec4f: 28,
  TokenListOp: 32,
  PathListOp: 34,
  TokenVector: 41,
  Specifier: 42,
  Variability: 44,
  TimeSamples: 46,
  DoubleVector: 48,
} as const;

/** USD's names of the attribute types, and their crate types. */
export const ATTRIBUTE_TYPES = {
  bool: CRATE.Bool,
  int: CRATE.Int,
  float: CRATE.Float,
  double: CRATE.Double,
  string: CRATE.String,
  token: CRATE.Token,
  asset: CRATE.AssetPath,
  float2: CRATE.Vec2f,
  float3: CRATE.Vec3f,
  float4: CRATE.Vec4f,
  texCoord2f: CRATE.Vec2f,
  point3f: CRATE.Vec3f,
  normal3f: CRATE.Vec3f,
  vector3f: CRATE.Vec3f,
  color3f: CRATE.Vec3f,
  half3: CRATE.Vec3h,
  quatf: CRATE.Quatf,
  matrix4d: CRATE.Matrix4d,
} as const;

/** `float3`, or `float3[]` for an array of them. */
export type AttributeType = keyof typeof ATTRIBUTE_TYPES | `${keyof typeof ATTRIBUTE_TYPES}[]`;

/** Components of one element, where it has more than one. */
export const COMPONENTS: Partial<Record<number, number>> = {
  [CRATE.Matrix4d]: 16,
  [CRATE.Quatf]: 4,
  [CRATE.Vec2f]: 2,
  [CRATE.Vec3f]: 3,
  [CRATE.Vec3h]: 3,
  [CRATE.Vec4f]: 4,
};

/** Numbers flat, one element after the other; quaternions as x, y, z, w. */
export type Numbers = readonly number[] | Float32Array | Float64Array | Int32Array | Uint32Array;
export type AttributeValue = boolean | number | string | readonly string[] | Numbers;

/** One value at each time; times ascend. */
export type Samples = { times: Float64Array; values: AttributeValue[] };

/** The value of a field, with its type in a crate file. */
export type FieldValue =
  | { kind: 'attribute'; type: AttributeType; value: AttributeValue }
  | { kind: 'samples'; type: AttributeType; samples: Samples }
  | { kind: 'specifier' | 'variability'; value: number }
  | { kind: 'tokens'; value: readonly string[] }
  | { kind: 'tokenList'; value: readonly string[] }
  | { kind: 'pathList'; value: readonly string[] };

/** A specification at a path: the pseudo-root, a prim, an attribute or a relationship. */
export type Spec = { path: string; type: (typeof SPEC)[keyof typeof SPEC]; fields: Map<string, FieldValue> };

export const SPEC = { attribute: 1, prim: 6, pseudoRoot: 7, relationship: 8 } as const;
