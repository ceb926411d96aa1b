import type { BufferGeometry } from 'three';
import type { NodeOf } from '../document.ts';
import type { Dress } from '../dress.ts';
import type { NodeKind } from './index.ts';
import type { MeasureMode } from './measure/modes.ts';
import type { PropsOf } from './props.ts';

/**
 * What a node is in the scene: something with a surface, something that shines, a place that only tools show, or something
 * that does nothing but hold others.
 */
export type NodeRole = 'surface' | 'light' | 'marker' | 'holder';

/**
 * A surface that nodes share: those with equal `key` look the same after each is scaled by its own `scale`. Made with
 * three's core geometry classes, in metres, so that browser and worker make the same one. A geometry whose groups name
 * slots tells them in `slots`, in the order of their material indices; `dress` is how a slot looks for as long as no
 * material is given to it, '' the whole of a shape without slots.
 */
export type SharedShape = {
  key: string;
  scale: readonly [number, number, number];
  slots?: readonly string[];
  dress?: Readonly<Record<string, Dress>>;
} & (
  | { build: () => BufferGeometry }
  /** Made of files: iris of assets, or {@link typefaceFile}s; `triangles` is about how many there will be. */
  | {
      files: readonly string[];
      load: (files: readonly ArrayBuffer[]) => Promise<BufferGeometry>;
      triangles: number;
    }
);

const TYPEFACE = 'typeface:';

/** Names a file of the typeface that Diorama brings along, as its package calls it, among the files of a shape. */
export function typefaceFile(name: string): string {
  return TYPEFACE + name;
}

/** The name of a file of that typeface; undefined for the iri of an asset. */
export function typefaceOf(file: string): string | undefined {
  return file.startsWith(TYPEFACE) ? file.slice(TYPEFACE.length) : undefined;
}

/** A node that shares a tie with another. */
export type TiedNode = { id: string; node: NodeOf<NodeKind> };

/** Knows who is tied to a node: the others that share a tie with it, by their ids. */
export type Ties = { tiedTo: (id: string) => readonly TiedNode[] };

/** A node whose shape is asked for, among those that it depends on. */
export type ShapeSource<K extends NodeKind = NodeKind> = { id: string; node: NodeOf<K>; ties: Ties };

/** A file that a node shows as it is, its materials replaced by slot. `asset` is null until there is one. */
export type FileUse = {
  asset: string | null;
  animation: { clip: string | null; playing: boolean; speed: number };
};

/** How a node shines. Colours are sRGB, intensities candela (point, spot), lux (directional, ambient) or nits (area). */
export type LightSource = { color: string; intensity: number } & (
  | { type: 'ambient' }
  /** `toward` is where it shines to in the scene; left out, along the node's −Z. */
  | { type: 'directional'; castShadow: boolean; toward?: readonly [number, number, number] }
  /** `distance` is how far it reaches in metres, 0 endless. */
  | { type: 'point'; castShadow: boolean; distance: number }
  /** `angle` is half of the cone in radians, `penumbra` the share of it that fades. */
  | { type: 'spot'; castShadow: boolean; distance: number; angle: number; penumbra: number }
  /** Along −Z; `size` in metres. */
  | { type: 'area'; size: readonly [number, number] }
);

/** What a node sees along its −Z. `fov` is the vertical angle in degrees; `near` and `far` bound it, in metres. */
export type Lens = { fov: number; near: number; far: number };

/**
 * What is measured between points in a node's own space, in metres; `normals` is which way the surface looks at each, null or
 * nothing where there is none. `stop` is the annotation at which alone visitors see it, null for always.
 */
export type MeasuredLine = {
  mode: MeasureMode;
  points: readonly (readonly [x: number, y: number, z: number])[];
  normals: readonly (readonly [x: number, y: number, z: number] | null)[];
  color: string;
  stop: string | null;
  showsName: boolean;
};

/**
 * What says where a node stands instead of its transform: a line of a plan, which others meet at its ends, or the node that
 * it is in, along which it slides.
 */
export type PlacedBy = 'plan' | 'host';

type PropKey<K extends NodeKind> = Extract<keyof PropsOf<K>, string>;

/** What whoever draws or exports a scene has to know of a kind. Without schemas: the public pages load nothing else of it. */
export type NodeTraits<K extends NodeKind = NodeKind> = {
  /** The props that hold an asset's iri, or null. */
  assets?: readonly PropKey<K>[];
  /** The prop that holds the picture that it shows by itself, for as long as it wears no material. */
  picture?: PropKey<K>;
  /** The prop that holds materials by slot, for those parts that do not wear the node's own. */
  slots?: PropKey<K>;
  /** Whether where its node stands says nothing, as of light from everywhere, or of what its wall places. */
  isPlaceless?: boolean;
  /** What says where its node stands, if not the transform alone. */
  placedBy?: PlacedBy;
  /** The kind of node that it is in, for what is nothing anywhere else. */
  host?: NodeKind;
  /** What changes of its props where other nodes that these name come to be called something else, as copies do. */
  renamed?: (props: PropsOf<K>, rename: (id: string) => string | undefined) => Partial<PropsOf<K>>;
  /**
   * What it depends on of other nodes, as names: nodes that share one are tied, are told of each other, and are drawn anew
   * when either changes. Both must name it.
   */
  ties?: (id: string, node: NodeOf<K>) => readonly string[];
  /** The node that it is drawn anew with, whatever that is drawn anew for. */
  follows?: (node: NodeOf<K>) => string | null;
  /** What changes of its props when somebody who walks by opens it, or closes it again; null for what stays as it is. */
  toggled?: (props: PropsOf<K>) => Partial<PropsOf<K>> | null;
} & (
  | {
      role: 'surface';
      /** Null where these props draw nothing, such as a line of one point. */
      shape: (props: PropsOf<K>, source: ShapeSource<K>) => SharedShape | null;
    }
  | { role: 'surface'; file: (props: PropsOf<K>) => FileUse }
  | { role: 'light'; light: (props: PropsOf<K>) => LightSource }
  /**
   * `isNumbered`: shown by its number in the tour, `measured`: by a line and what it measures, both to visitors as well.
   * `lens`: a view that is kept.
   */
  | {
      role: 'marker';
      isNumbered?: boolean;
      measured?: (props: PropsOf<K>) => MeasuredLine;
      lens?: (props: PropsOf<K>) => Lens;
    }
  | { role: 'holder' }
);
