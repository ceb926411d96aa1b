import { uniqueName } from '@diorama/shared/domain/unique-name.ts';
import {
  type AttributeType,
  type AttributeValue,
  type FieldValue,
  type Samples,
  SPEC,
  type Spec,
} from './types.ts';

/** Options of an attribute beside its value. */
export type AttributeOptions = {
  /** Whether it is constant over time: `uniform` in USDA. */
  uniform?: boolean;
  interpolation?: 'constant' | 'uniform' | 'vertex';
  /** Values per element, for primvars such as joint weights. */
  elementSize?: number;
};

export type PrimOptions = { kind?: string; displayName?: string; apiSchemas?: readonly string[] };

/**
 * A prim of a USD layer under construction, with attributes, relationships and children in the order of their
 * addition.
 */
export class UsdPrim {
  readonly path: string;
  readonly #typeName: string;
  readonly #options: PrimOptions;
  readonly #children = new Map<string, UsdPrim>();
  readonly #properties = new Map<string, Spec>();

  constructor(path: string, typeName: string, options: PrimOptions = {}) {
    this.path = path;
    this.#typeName = typeName;
    this.#options = options;
  }

  /**
   * Adds a child. Its name contains only letters, digits and underscores of `name` and is unique among its
   * siblings. A changed name is kept as the prim's display name.
   */
  child(name: string, typeName: string, options: PrimOptions = {}): UsdPrim {
    const identifier = uniqueName(toIdentifier(name), this.#children, { separator: '_', from: 1 });
    const displayName = identifier === name ? {} : { displayName: name };
    const prim = new UsdPrim(`${this.path}/${identifier}`, typeName, { ...displayName, ...options });
    this.#children.set(identifier, prim);
    return prim;
  }

  attribute(name: string, type: AttributeType, value: AttributeValue, options: AttributeOptions = {}): void {
    const spec = this.#property(name, type, options);
    spec.fields.set('default', { kind: 'attribute', type, value });
  }

  /** @param rest the default value, for readers without a time. */
  animated(name: string, type: AttributeType, samples: Samples, rest?: AttributeValue): void {
    const spec = this.#property(name, type, {});
    if (rest !== undefined) {
      spec.fields.set('default', { kind: 'attribute', type, value: rest });
    }
    spec.fields.set('timeSamples', { kind: 'samples', type, samples });
  }

  /** Declares an output without a value, for connections from other prims. @returns its path. */
  output(name: string, type: AttributeType): string {
    return this.#property(name, type, {}).path;
  }

  connect(name: string, type: AttributeType, source: string): void {
    const spec = this.#property(name, type, {});
    spec.fields.set('connectionPaths', { kind: 'pathList', value: [source] });
  }

  relationship(name: string, ...targets: UsdPrim[]): void {
    const fields = new Map<string, FieldValue>([
      ['variability', { kind: 'variability', value: 1 }],
      ['targetPaths', { kind: 'pathList', value: targets.map(({ path }) => path) }],
    ]);
    this.#properties.set(name, { path: `${this.path}.${name}`, type: SPEC.relationship, fields });
  }

  /** The specs of this prim and its descendants, parents before children. */
  *specs(): Generator<Spec> {
    yield { path: this.path, type: SPEC.prim, fields: this.#fields() };
    yield* this.#properties.values();
    for (const child of this.#children.values()) {
      yield* child.specs();
    }
  }

  #property(name: string, type: AttributeType, options: AttributeOptions): Spec {
    const fields = new Map<string, FieldValue>([['typeName', token(type)]]);
    if (options.uniform) {
      fields.set('variability', { kind: 'variability', value: 1 });
    }
    if (options.interpolation) {
      fields.set('interpolation', token(options.interpolation));
    }
    if (options.elementSize) {
      fields.set('elementSize', { kind: 'attribute', type: 'int', value: options.elementSize });
    }
    const spec: Spec = { path: `${this.path}.${name}`, type: SPEC.attribute, fields };
    this.#properties.set(name, spec);
    return spec;
  }

  #fields(): Map<string, FieldValue> {
    const { kind, displayName, apiSchemas } = this.#options;
    const fields = new Map<string, FieldValue>([['specifier', { kind: 'specifier', value: 0 }]]);
    fields.set('typeName', token(this.#typeName));
    if (kind) {
      fields.set('kind', token(kind));
    }
    if (displayName) {
      fields.set('displayName', { kind: 'attribute', type: 'string', value: displayName });
    }
    if (apiSchemas) {
      fields.set('apiSchemas', { kind: 'tokenList', value: apiSchemas });
    }
    if (this.#properties.size > 0) {
      fields.set('properties', { kind: 'tokens', value: [...this.#properties.keys()] });
    }
    if (this.#children.size > 0) {
      fields.set('primChildren', { kind: 'tokens', value: [...this.#children.keys()] });
    }
    return fields;
  }
}

/** Length of the layer's timeline, in seconds. */
export type Timeline = { startSeconds: number; endSeconds: number; framesPerSecond: number };

/** Length of the timeline, and a text about the layer, such as its copyright. */
export type LayerOptions = { timeline?: Timeline | undefined; comment?: string | undefined };

/** All specs of a layer in metres with Y up. `root` is the only root prim and the default. */
export function layerSpecs(root: UsdPrim, { timeline, comment }: LayerOptions = {}): Spec[] {
  const name = root.path.slice(1);
  const fields = new Map<string, FieldValue>([
    ['defaultPrim', token(name)],
    ['metersPerUnit', { kind: 'attribute', type: 'double', value: 1 }],
    ['upAxis', token('Y')],
    ['primChildren', { kind: 'tokens', value: [name] }],
  ]);
  if (comment) {
    fields.set('comment', { kind: 'attribute', type: 'string', value: comment });
  }
  if (timeline) {
    const { startSeconds, endSeconds, framesPerSecond } = timeline;
    fields.set('timeCodesPerSecond', { kind: 'attribute', type: 'double', value: framesPerSecond });
    fields.set('startTimeCode', { kind: 'attribute', type: 'double', value: startSeconds * framesPerSecond });
    fields.set('endTimeCode', { kind: 'attribute', type: 'double', value: endSeconds * framesPerSecond });
  }
  return [{ path: '/', type: SPEC.pseudoRoot, fields }, ...root.specs()];
}

function token(value: string): FieldValue {
  return { kind: 'attribute', type: 'token', value };
}

function toIdentifier(name: string): string {
  const letters = name.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(letters) ? letters : `_${letters}`;
}
