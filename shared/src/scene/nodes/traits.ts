import type { BufferGeometry } from 'three';
import type { NodeOf } from '../document.ts';
import type { PartialMaterial } from '../partial-material.ts';
import type { NodeKind } from './index.ts';
import type { MeasureMode } from './measure/modes.ts';
import type { PropsOf } from './props.ts';

/**
 * Role of a node in the scene: a surface, a light, a marker that only tools show, or a holder of
 * other nodes.
 */
export type NodeRole = 'surface' | 'light' | 'marker' | 'holder';

/**
 * A surface that nodes share: those with equal `key` have equal geometry once each applies its `scale`. Built
 * with three's core geometry classes, in metres, so that browser and worker produce the same one. A geometry
 * with groups lists its slots in `slots`, in the order of their material indices; `defaultMaterials` contains the
 * default material of each slot, '' for a shape without slots.
 */
export type SharedShape = {
  key: string;
  scale: readonly [number, number, number];
  slots?: readonly string[];
  defaultMaterials?: Readonly<Record<string, PartialMaterial>>;
  /**
   * Mapping of textures with a real size: by the texture coordinates, which are metres, or projected along the axes.
   * Without one the shape ignores the size.
   */
  textureMapping?: 'metres' | 'projected';
} & (
  | { build: () => BufferGeometry }
  /** Needs files: iris of assets, or {@link typefaceFile}s; `triangles` is an estimate. */
  | {
      files: readonly string[];
      /** Fetches the code that builds the surface from the files. */
      loadBuilder: () => Promise<(files: readonly ArrayBuffer[]) => Promise<BufferGeometry>>;
      triangles: number;
    }
);

const TYPEFACE = 'typeface:';

/** Names a file of the built-in typeface among the files of a shape, by its name in the package. */
export function typefaceFile(name: string): string {
  return TYPEFACE + name;
}

/** Name of a file of the built-in typeface; undefined for the iri of an asset. */
export function typefaceOf(file: string): string | undefined {
  return file.startsWith(TYPEFACE) ? file.slice(TYPEFACE.length) : undefined;
}

/** A node that shares a tie with another. */
export type TiedNode = { id: string; node: NodeOf<NodeKind> };

/** Index of tied nodes: returns the other nodes that share a tie with a node. */
export type NodeDependencies = { tiedTo: (id: string) => readonly TiedNode[] };

/** A node whose shape is built, with the nodes that it depends on. */
export type ShapeSource<K extends NodeKind = NodeKind> = {
  id: string;
  node: NodeOf<K>;
  ties: NodeDependencies;
};

/** An asset file that a node shows, with materials replaced by slot. `asset` is null until one is chosen. */
export type FileUse = {
  asset: string | null;
  animation: { clip: string | null; playing: boolean; speed: number };
  /** Name of a material variant of the file; null for its default materials. */
  variant: string | null;
};

/**
 * Light parameters. Colours are sRGB, intensities candela (point, spot), lux (directional, ambient) or nits
 * (area).
 */
export type LightSource = { color: string; intensity: number } & (
  | { type: 'ambient' }
  /** `toward` is the light's direction in the scene; by default the node's −Z. */
  | { type: 'directional'; castShadow: boolean; toward?: readonly [number, number, number] }
  /** `distance` is the range in metres, 0 for unlimited. */
  | { type: 'point'; castShadow: boolean; distance: number }
  /** `angle` is half of the cone in radians, `penumbra` the share of it that fades. */
  | { type: 'spot'; castShadow: boolean; distance: number; angle: number; penumbra: number }
  /** Along −Z; `size` in metres. */
  | { type: 'area'; size: readonly [number, number] }
);

/**
 * Camera parameters; it looks along −Z. `fov` is the vertical angle in degrees; `near` and `far` are clipping
 * distances in metres.
 */
export type Lens = { fov: number; near: number; far: number };

/**
 * A measured line between points in a node's local space, in metres; `normals` are the surface normals at the
 * points, null or absent where there is none. `stop` is the annotation at which visitors see it, null for
 * always.
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
 * Source of a node's placement instead of its transform: a line of a plan, joined with others at its ends, or
 * the parent, along which it slides.
 */
export type PlacedBy = 'plan' | 'host';

type PropKey<K extends NodeKind> = Extract<keyof PropsOf<K>, string>;

/**
 * Traits of a kind for drawing and exporting scenes. Without schemas, as the public pages load only this
 * part.
 */
export type NodeTraits<K extends NodeKind = NodeKind> = {
  /** The props with an asset's iri, or null. */
  assets?: readonly PropKey<K>[];
  /** The files of a shape that needs any. */
  shapeFiles?: (props: PropsOf<K>) => readonly string[];
  /** The prop with the picture that is shown while no material is assigned. */
  picture?: PropKey<K>;
  /** The prop with materials by slot, for the parts that do not use the node's material. */
  slots?: PropKey<K>;
  /** Whether the node's position has no meaning, as for ambient light or nodes placed by their walls. */
  isPlaceless?: (props: PropsOf<K>) => boolean;
  /** Source of the node's placement, if not the transform alone. */
  placedBy?: PlacedBy;
  /** Required parent kind. */
  host?: NodeKind;
  /** Changed props after other nodes that they reference are renamed, as for copies. */
  renamed?: (props: PropsOf<K>, rename: (id: string) => string | undefined) => Partial<PropsOf<K>>;
  /**
   * Names of dependencies on other nodes. Nodes that share a name are tied: each can read the other, and is
   * redrawn when the other changes. Both must list it.
   */
  ties?: (id: string, node: NodeOf<K>) => readonly string[];
  /** The node whose every redraw also redraws this one. */
  follows?: (node: NodeOf<K>) => string | null;
  /** Props that change when a visitor opens or closes the node; null for nodes that stay as they are. */
  toggled?: (props: PropsOf<K>) => Partial<PropsOf<K>> | null;
} & (
  | {
      role: 'surface';
      /** Null where the props draw nothing, such as a line of one point. */
      shape: (props: PropsOf<K>, source: ShapeSource<K>) => SharedShape | null;
    }
  | { role: 'surface'; file: (props: PropsOf<K>) => FileUse }
  | { role: 'light'; light: (props: PropsOf<K>) => LightSource }
  /**
   * `isNumbered`: shown by its number in the tour; `measured`: shown by a line and its value; visitors see
   * both. `lens`: a saved view.
   */
  | {
      role: 'marker';
      isNumbered?: boolean;
      measured?: (props: PropsOf<K>) => MeasuredLine;
      lens?: (props: PropsOf<K>) => Lens;
    }
  /**
   * `isCopier`: generates copies of other nodes below itself (`copies/`), `overrides` is the prop with values over
   * them. `isDefinition`: it and its descendants are only drawn as copies. Visitors do not receive `privateProp`, and
   * sets of values cannot change it.
   */
  | { role: 'holder'; isCopier?: true; overrides?: PropKey<K>; isDefinition?: true; privateProp?: PropKey<K> }
);
