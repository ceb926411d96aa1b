import { z } from 'zod';
import type { Messages } from '../../i18n/catalogues.ts';
import type { PartialMaterial } from '../partial-material.ts';
import type { AnnotationIcon } from './annotation/icons.ts';
import { nodeBase } from './base.ts';
import type { HelperLines } from './helper-lines.ts';

/**
 * Storage unit of a numeric field. The editor converts metres to the document's unit and radians to degrees;
 * a count is an integer.
 */
export type FieldUnit =
  | 'metres'
  | 'radians'
  | 'degrees'
  | 'seconds'
  | 'candela'
  | 'lux'
  | 'nits'
  | 'ratio'
  | 'factor'
  | 'count';

/**
 * Limits of a number in the stored unit. A number that may be negative but not zero keeps a distance of
 * at least `leastSize` from zero.
 */
export type NumberRange = { unit: FieldUnit; min: number; max: number; step: number; leastSize?: number };

/** Nodes that a field offers: those that are visible or hidden by default, paths, built surfaces, or all. */
export type NodeFilter = 'visible' | 'hidden' | 'path' | 'surface' | 'any';

/** Editor control of one value, by `kind`. */
export type FieldSpec<Label extends string = keyof Messages<'panels'>> =
  | ({ kind: 'number' } & NumberRange)
  | ({ kind: 'vector'; axes: readonly ('x' | 'y' | 'z')[] } & NumberRange)
  | { kind: 'color' }
  | { kind: 'boolean' }
  | { kind: 'select'; options: readonly { value: string; label: Label }[] }
  /**
   * An asset iri or null: from a category of the library, or uploaded as an asset type (see the contract);
   * null for neither. A picture that `isSmall` accompanies a text, and its size is limited.
   */
  | {
      kind: 'picture';
      shelf: 'textures' | 'hdris' | 'fonts' | 'sounds' | null;
      upload: number | null;
      isSmall?: boolean;
    }
  /** A moment, as ISO 8601. */
  | { kind: 'date' }
  | { kind: 'text'; maxLength: number; isLong: boolean; rows?: number }
  /** Several lines, with bold, italic, lists and links in Markdown. */
  | { kind: 'richText'; maxLength: number }
  /** An http or https address, or null. */
  | { kind: 'link'; maxLength: number }
  /** One of the icons of a marker, or '' for its number. */
  | { kind: 'icon'; options: readonly AnnotationIcon[] }
  /** Up to `max` short words, each of `maxLength` characters at most. */
  | { kind: 'tags'; max: number; maxLength: number }
  /** Up to `max` ids of other nodes. */
  | { kind: 'nodes'; max: number; of: NodeFilter }
  /** The id of another node, or null. */
  | { kind: 'node'; of: NodeFilter }
  /** The id of an annotation, or null for every stop of the tour. */
  | { kind: 'stop' }
  /** `{position, target}` of the current view, or null. */
  | { kind: 'view' }
  /** An asset iri or null; `types` are the contract's asset type numbers. */
  | { kind: 'asset'; types: readonly number[] }
  /**
   * `{<slot>: <material id>}` over the slots of the kind's shape, with the default materials of `defaultMaterials`, or
   * else over those of the node's asset.
   */
  | { kind: 'slots'; slots?: readonly string[]; defaultMaterials?: Readonly<Record<string, PartialMaterial>> }
  /** The name of a material variant of the node's asset, or null. */
  | { kind: 'variant' }
  /** `{clip, playing, speed}` over the clips of the node's asset. */
  | { kind: 'animation' };

/**
 * One control of the generated inspector; `key` is a property of the kind's `props`. `when` is a condition on
 * another property for the control to have an effect; always, if absent.
 */
export type InspectorField<Key extends string = string> = {
  key: Key;
  label: keyof Messages<'panels'>;
  when?: { key: Key; is: readonly string[] };
} & FieldSpec;

/** Section of the create menu; kinds with `null` are created in another way (by import, by grouping). */
export type CreateGroup = 'shape' | 'building' | 'light' | null;

/**
 * Mapping of a size along the own axes, in metres, to props, for drawing a shape by base and height and
 * for pulling its sides. A `round` shape has equal width and depth, a `ball` equal height as well, a `flat`
 * one has no height.
 */
export type Sizing<Key extends string = string> = {
  form: 'free' | 'round' | 'ball';
  isFlat?: boolean;
  /** Sides that can be pulled, if not all: only the top for shapes that a plan places. */
  pulled?: 'top';
  /** Props for a size; `before` are the current props. */
  props: (
    size: readonly [x: number, y: number, z: number],
    before: Readonly<Record<string, unknown>>,
  ) => Partial<Record<Key, unknown>>;
};

/** Editor metadata of a kind. `icon` is a lucide name in kebab case. */
export type NodeInspector<Key extends string = string> = {
  label: Extract<keyof Messages<'editor'>, `node.${string}`>;
  icon: string;
  create: CreateGroup;
  /** Initial placement above the ground: `height` in metres, tilted if the kind has a direction. */
  arrival?: { height: number; isTilted: boolean };
  fields: readonly InspectorField<Key>[];
  sizing?: Sizing<Key>;
  /** Ids of the editor actions shown as buttons below the fields. */
  actions?: readonly string[];
};

/**
 * Declaration in a kind's folder: its name, the schema of its `props` (every member has a default), its
 * inspector.
 */
type NodeDeclaration<K extends string, P extends z.ZodObject> = {
  kind: K;
  props: P;
  inspector: NodeInspector<Extract<keyof z.output<P>, string>>;
  /** Helper lines that the editor draws while the node is selected. */
  helper?: (props: z.output<P>) => HelperLines;
};

/** Declares a node kind; `nodes/index.ts` and `nodes/kinds.ts` register it. */
export function defineNode<const K extends string, P extends z.ZodObject>(def: NodeDeclaration<K, P>) {
  // Every member of every kind's props has a default, so `{}` is a valid input; the compiler cannot infer
  // that for `P`.
  const props = def.props.prefault({} as z.input<P>);
  /** The complete node: `kind`, the common properties, `props`. */
  const schema = z.strictObject({ kind: z.literal(def.kind), ...nodeBase, props });
  return { ...def, schema };
}
