import { z } from 'zod';
import type { SceneMessageKey } from '../../i18n/scene.en.ts';
import type { Dress } from '../dress.ts';
import type { AnnotationIcon } from './annotation/icons.ts';
import { nodeBase } from './base.ts';
import type { Sketch } from './sketches.ts';

/**
 * The unit a field's number is stored in. The editor converts metres to the document's unit and radians to degrees; a
 * count is whole.
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
 * How a number may change. All in the stored unit. One that may be negative and never nothing is as far from it as
 * `leastSize`, either way.
 */
export type NumberRange = { unit: FieldUnit; min: number; max: number; step: number; leastSize?: number };

/** How one value is edited: the editor has one control for each `kind`. */
export type FieldSpec<Label extends string = SceneMessageKey> =
  | ({ kind: 'number' } & NumberRange)
  | ({ kind: 'vector'; axes: readonly ('x' | 'y' | 'z')[] } & NumberRange)
  | { kind: 'color' }
  | { kind: 'boolean' }
  | { kind: 'select'; options: readonly { value: string; label: Label }[] }
  /**
   * An asset iri or null: from a shelf of the library, or uploaded as an asset of a type (see the contract); null for
   * neither. One that `isSmall` goes with a text, and its size is limited.
   */
  | {
      kind: 'picture';
      shelf: 'textures' | 'hdris' | 'fonts' | null;
      upload: number | null;
      isSmall?: boolean;
    }
  /** A moment, as ISO 8601. */
  | { kind: 'date' }
  | { kind: 'text'; maxLength: number; isLong: boolean }
  /** Several lines, with bold and italic words, lists and links as Markdown has them. */
  | { kind: 'richText'; maxLength: number }
  /** An http or https address, or null. */
  | { kind: 'link'; maxLength: number }
  /** One of the signs that a marker shows, or '' for its number. */
  | { kind: 'icon'; options: readonly AnnotationIcon[] }
  /** Up to `max` short words, each of `maxLength` characters at most. */
  | { kind: 'tags'; max: number; maxLength: number }
  /** Up to `max` ids of other nodes, chosen among those that are visible or hidden by themselves. */
  | { kind: 'nodes'; max: number; of: 'visible' | 'hidden' }
  /** The id of an annotation, or null for all of the tour. */
  | { kind: 'stop' }
  /** `{position, target}` as the person looks now, or null. */
  | { kind: 'view' }
  /** An asset iri or null; `types` are the contract's asset type numbers. */
  | { kind: 'asset'; types: readonly number[] }
  /**
   * `{<slot>: <material id>}` over the slots of the kind's own shape, which look as `dress` says without a material, or else
   * over those of the node's asset.
   */
  | { kind: 'slots'; slots?: readonly string[]; dress?: Readonly<Record<string, Dress>> }
  /** `{clip, playing, speed}` over the clips of the node's asset. */
  | { kind: 'animation' };

/**
 * One control of the generated inspector; `key` is a member of the kind's `props`. `when` is what another member must be for
 * it to do anything; always, if absent.
 */
export type InspectorField<Key extends string = string> = {
  key: Key;
  label: SceneMessageKey;
  when?: { key: Key; is: readonly string[] };
} & FieldSpec;

/** Where a kind stands in the create menu; `null` kinds are made in another way (by import, by grouping). */
export type CreateGroup = 'shape' | 'building' | 'light' | null;

/**
 * How a shape takes a size along its own axes, in metres: it can be drawn by its base and its height, and pulled by its
 * sides. A `round` one is as deep as it is wide, a `ball` as high as well, a `flat` one has no height.
 */
export type Sizing<Key extends string = string> = {
  form: 'free' | 'round' | 'ball';
  isFlat?: boolean;
  /** Which of its sides can be pulled, if not all: only its top, of what stands where a plan says. */
  pulled?: 'top';
  /** The props that make it so large; `before` are those that it has. */
  props: (
    size: readonly [x: number, y: number, z: number],
    before: Readonly<Record<string, unknown>>,
  ) => Partial<Record<Key, unknown>>;
};

/** What the editor shows of a kind. `icon` is a lucide name in kebab case. */
export type NodeInspector<Key extends string = string> = {
  label: Extract<SceneMessageKey, `node.${string}`>;
  icon: string;
  create: CreateGroup;
  /** How it comes in when it does not stand on the ground: `height` in metres, tilted if it points somewhere. */
  arrival?: { height: number; isTilted: boolean };
  fields: readonly InspectorField<Key>[];
  sizing?: Sizing<Key>;
  /** Ids of the editor's actions that stand below its fields, as buttons. */
  actions?: readonly string[];
};

/** Turns a node of a kind as version `to - 1` wrote it into one of version `to`. Gets a private copy and may change it. */
export type NodeMigration = {
  to: number;
  migrate: (node: Record<string, unknown>) => Record<string, unknown>;
};

/** What a kind's folder declares: its name, the schema of its `props` (every member has a default), its inspector. */
type NodeDeclaration<K extends string, P extends z.ZodObject> = {
  kind: K;
  props: P;
  inspector: NodeInspector<Extract<keyof z.output<P>, string>>;
  /** Drawn by the editor while it is selected. */
  sketch?: (props: z.output<P>) => Sketch;
  /** How nodes of older documents become ones of this; whoever adds one raises the version of documents. */
  migrations?: readonly NodeMigration[];
};

/** Declares a node kind; adding it to `nodes/index.ts` and `nodes/kinds.ts` makes it exist. */
export function defineNode<const K extends string, P extends z.ZodObject>(def: NodeDeclaration<K, P>) {
  // Every member of every kind's props has a default, so nothing is a valid input; the compiler cannot know that of `P`.
  const props = def.props.prefault({} as z.input<P>);
  /** The whole node: `kind`, what all nodes have, `props`. */
  const schema = z.strictObject({ kind: z.literal(def.kind), ...nodeBase, props });
  return { ...def, schema };
}
