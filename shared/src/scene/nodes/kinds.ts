import type { BufferGeometry } from 'three';
import type { SceneNode } from '../document.ts';
import { ambientLightTraits } from './ambientLight/traits.ts';
import { annotationTraits } from './annotation/traits.ts';
import { areaLightTraits } from './areaLight/traits.ts';
import { boxTraits } from './box/traits.ts';
import { cameraTraits } from './camera/traits.ts';
import { capsuleTraits } from './capsule/traits.ts';
import { componentTraits } from './component/traits.ts';
import { coneTraits } from './cone/traits.ts';
import { cylinderTraits } from './cylinder/traits.ts';
import { directionalLightTraits } from './directionalLight/traits.ts';
import { floorTraits } from './floor/traits.ts';
import { groupTraits } from './group/traits.ts';
import { imageTraits } from './image/traits.ts';
import type { NodeKind } from './index.ts';
import { instanceTraits } from './instance/traits.ts';
import { measureTraits } from './measure/traits.ts';
import { modelTraits } from './model/traits.ts';
import { openingTraits } from './opening/traits.ts';
import { pathTraits } from './path/traits.ts';
import { planeTraits } from './plane/traits.ts';
import { pointLightTraits } from './pointLight/traits.ts';
import { pyramidTraits } from './pyramid/traits.ts';
import { repeatTraits } from './repeat/traits.ts';
import { ringTraits } from './ring/traits.ts';
import { roundedBoxTraits } from './roundedBox/traits.ts';
import { sphereTraits } from './sphere/traits.ts';
import { spotLightTraits } from './spotLight/traits.ts';
import { stairsTraits } from './stairs/traits.ts';
import { sunLightTraits } from './sunLight/traits.ts';
import { textTraits } from './text/traits.ts';
import { torusTraits } from './torus/traits.ts';
import type {
  FileUse,
  Lens,
  LightSource,
  MeasuredLine,
  NodeRole,
  NodeTraits,
  PlacedBy,
  ShapeSource,
  SharedShape,
} from './traits.ts';
import { wallTraits } from './wall/traits.ts';

/** Traits of each kind, without schemas. */
export const nodeKinds: { readonly [K in NodeKind]: NodeTraits<K> } = {
  group: groupTraits,
  repeat: repeatTraits,
  box: boxTraits,
  sphere: sphereTraits,
  cylinder: cylinderTraits,
  cone: coneTraits,
  torus: torusTraits,
  plane: planeTraits,
  capsule: capsuleTraits,
  pyramid: pyramidTraits,
  ring: ringTraits,
  stairs: stairsTraits,
  roundedBox: roundedBoxTraits,
  path: pathTraits,
  text: textTraits,
  image: imageTraits,
  wall: wallTraits,
  floor: floorTraits,
  opening: openingTraits,
  pointLight: pointLightTraits,
  spotLight: spotLightTraits,
  directionalLight: directionalLightTraits,
  areaLight: areaLightTraits,
  sunLight: sunLightTraits,
  ambientLight: ambientLightTraits,
  annotation: annotationTraits,
  measure: measureTraits,
  camera: cameraTraits,
  model: modelTraits,
  component: componentTraits,
  instance: instanceTraits,
};

/** The names of all kinds. */
// `Object.keys` loses the type of the keys.
export const nodeKindNames = Object.keys(nodeKinds) as readonly NodeKind[];

type Kinded = Pick<SceneNode, 'kind' | 'props'>;
type Props = SceneNode['props'];
type Rename = (id: string) => string | undefined;

/** The traits of one kind, for a node of any. */
type AnyTraits = {
  role: NodeRole;
  assets?: readonly string[];
  shapeFiles?: (props: Props) => readonly string[];
  picture?: string;
  slots?: string;
  isPlaceless?: (props: Props) => boolean;
  placedBy?: PlacedBy;
  host?: NodeKind;
  renamed?: (props: Props, rename: Rename) => Partial<Props>;
  isNumbered?: boolean;
  ties?: (id: string, node: SceneNode) => readonly string[];
  follows?: (node: SceneNode) => string | null;
  toggled?: (props: Props) => Partial<Props> | null;
  shape?: (props: Props, source: ShapeSource) => SharedShape | null;
  file?: (props: Props) => FileUse;
  light?: (props: Props) => LightSource;
  lens?: (props: Props) => Lens;
  measured?: (props: Props) => MeasuredLine;
  isCopier?: true;
  overrides?: string;
  isDefinition?: true;
  privateProp?: string;
};

const NOTHING: readonly never[] = [];

// The table pairs each kind with traits of its props; a union of nodes cannot express that pairing.
const traitsOf = (kind: NodeKind) => nodeKinds[kind] as AnyTraits;

/** Role of a kind in the scene. */
export function roleOf(kind: NodeKind): NodeRole {
  return traitsOf(kind).role;
}

/** Whether nodes of a kind generate copies of other nodes. */
export function isCopier(kind: NodeKind): boolean {
  return traitsOf(kind).isCopier === true;
}

/** The prop with the values that a kind sets over its copies, undefined for kinds without one. */
export function overridesPropOf(kind: NodeKind): string | undefined {
  return traitsOf(kind).overrides;
}

/** Whether nodes of a kind, with their descendants, are only drawn as copies. */
export function isDefinition(kind: NodeKind): boolean {
  return traitsOf(kind).isDefinition === true;
}

/** The prop of a kind that visitors do not receive, undefined for kinds without one. */
export function privatePropOf(kind: NodeKind): string | undefined {
  return traitsOf(kind).privateProp;
}

/** Whether the props of a node reference other nodes. */
export function hasReferences(kind: NodeKind): boolean {
  return traitsOf(kind).renamed !== undefined;
}

/** Whether the position of a node has no meaning. */
export function isPlaceless({ kind, props }: Kinded): boolean {
  return traitsOf(kind).isPlaceless?.(props) === true;
}

/** Source of the placement of a node of this kind, null for its transform alone. */
export function placedBy(kind: NodeKind): PlacedBy | null {
  return traitsOf(kind).placedBy ?? null;
}

/** Required parent kind of a node, null for kinds that may have any parent. */
export function hostOf(kind: NodeKind): NodeKind | null {
  return traitsOf(kind).host ?? null;
}

/** Whether the editor shows nodes of a kind by a marker, as they have no surface, number or line. */
export function isMarked(kind: NodeKind): boolean {
  const { role, isNumbered } = traitsOf(kind);
  return role === 'light' || (role === 'marker' && isNumbered !== true && !isMeasured(kind));
}

/** Whether nodes of a kind are measurements. */
export function isMeasured(kind: NodeKind): boolean {
  return traitsOf(kind).measured !== undefined;
}

/** Measured line of a node, undefined for other kinds. */
export function measuredBy({ kind, props }: Kinded): MeasuredLine | undefined {
  return traitsOf(kind).measured?.(props);
}

/** Whether the props of a kind reference assets. */
export function namesAssets(kind: NodeKind): boolean {
  return traitsOf(kind).assets !== undefined;
}

/** Whether nodes of a kind show an asset file. */
export function showsFile(kind: NodeKind): boolean {
  return traitsOf(kind).file !== undefined;
}

/** The asset file that a node shows, undefined for other kinds. */
export function fileOf({ kind, props }: Kinded): FileUse | undefined {
  return traitsOf(kind).file?.(props);
}

/** Light parameters of a node, undefined for kinds without a light. */
export function lightOf({ kind, props }: Kinded): LightSource | undefined {
  return traitsOf(kind).light?.(props);
}

/** Props that change when the node is opened or closed; null for nodes that cannot be opened. */
export function toggledProps({ kind, props }: Kinded): Partial<Props> | null {
  return traitsOf(kind).toggled?.(props) ?? null;
}

/** Camera parameters of a node, undefined for other kinds. */
export function lensOf({ kind, props }: Kinded): Lens | undefined {
  return traitsOf(kind).lens?.(props);
}

/** Dependencies of a node on other nodes, as {@link NodeTraits.ties} defines them. */
export function tiesOf(id: string, node: SceneNode): readonly string[] {
  return traitsOf(node.kind).ties?.(id, node) ?? NOTHING;
}

/** The node whose changes require a redraw of this one. */
export function followedBy(node: SceneNode): string | null {
  return traitsOf(node.kind).follows?.(node) ?? null;
}

/** The surface of a node as a shared geometry, null when it has none. */
export function shapeOf(source: ShapeSource): SharedShape | null {
  const { node } = source;
  return traitsOf(node.kind).shape?.(node.props, source) ?? null;
}

/** Whether a node by itself has a surface that needs no files. */
export function hasBuiltShape(node: SceneNode): boolean {
  const shape = shapeOf(alone(node));
  return shape !== null && 'build' in shape;
}

/**
 * The surface of a node in its local space; null when it has none, or one that needs files. The caller
 * disposes of it.
 */
export function buildGeometry(source: ShapeSource): BufferGeometry | null {
  const shape = shapeOf(source);
  return shape && 'build' in shape ? shape.build().scale(...shape.scale) : null;
}

/** Shape source of a single node without ties. */
export function alone(node: SceneNode): ShapeSource {
  return { id: '', node, ties: { tiedTo: () => NOTHING } };
}

/** Iris of the assets that a node's props reference; its materials may reference more. */
export function assetsOf({ kind, props }: Kinded): string[] {
  const named = (traitsOf(kind).assets ?? NOTHING).map((key): unknown => Reflect.get(props, key));
  return named.filter((iri) => typeof iri === 'string');
}

/** The files that a node itself needs: its assets, and those of its shape, such as a built-in typeface. */
export function neededFilesOf({ kind, props }: SceneNode): string[] {
  return [...new Set([...assetsOf({ kind, props }), ...(traitsOf(kind).shapeFiles?.(props) ?? [])])];
}

/** The prop with the picture of a kind, undefined for kinds without one. */
export function picturePropOf(kind: NodeKind): string | undefined {
  return traitsOf(kind).picture;
}

/** The prop with the materials of a kind by slot, undefined for kinds without slots. */
export function slotPropOf(kind: NodeKind): string | undefined {
  return traitsOf(kind).slots;
}

/** Material ids of a node by slot, in addition to `material`. */
export function slotsOf({ kind, props }: Kinded): Readonly<Record<string, string>> {
  const { slots } = traitsOf(kind);
  return (slots === undefined ? {} : Reflect.get(props, slots)) as Record<string, string>;
}

/** Ids of all materials that a node references, including missing ones. */
export function materialIdsOf(node: Kinded & Pick<SceneNode, 'material'>): string[] {
  const slots = Object.values(slotsOf(node));
  return node.material === null ? slots : [node.material, ...slots];
}

/** The node with renamed materials; materials unknown to `rename` are removed. */
export function withMaterials(node: SceneNode, rename: Rename): SceneNode {
  const { slots: key } = traitsOf(node.kind);
  const material = node.material === null ? null : (rename(node.material) ?? null);
  if (key === undefined) {
    return { ...node, material };
  }
  const slots = Object.entries(slotsOf(node)).flatMap(([slot, id]) => {
    const next = rename(id);
    return next === undefined ? [] : [[slot, next] as const];
  });
  // The same kind with other values.
  return { ...node, material, props: { ...node.props, [key]: Object.fromEntries(slots) } } as SceneNode;
}

/** The node with renamed references to other nodes; ids unknown to `rename` stay. */
export function withRenamed(node: SceneNode, rename: Rename): SceneNode {
  const changed = traitsOf(node.kind).renamed?.(node.props, rename);
  // The same kind with other values.
  return changed ? ({ ...node, props: { ...node.props, ...changed } } as SceneNode) : node;
}
