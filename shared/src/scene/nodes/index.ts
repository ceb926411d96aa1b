import { ambientLightNode } from './ambientLight/schema.ts';
import { annotationNode } from './annotation/schema.ts';
import { areaLightNode } from './areaLight/schema.ts';
import { boxNode } from './box/schema.ts';
import { cameraNode } from './camera/schema.ts';
import { capsuleNode } from './capsule/schema.ts';
import { componentNode } from './component/schema.ts';
import { coneNode } from './cone/schema.ts';
import { cylinderNode } from './cylinder/schema.ts';
import { directionalLightNode } from './directionalLight/schema.ts';
import { floorNode } from './floor/schema.ts';
import { groupNode } from './group/schema.ts';
import type { HelperLines } from './helper-lines.ts';
import { imageNode } from './image/schema.ts';
import { instanceNode } from './instance/schema.ts';
import { measureNode } from './measure/schema.ts';
import { modelNode } from './model/schema.ts';
import { openingNode } from './opening/schema.ts';
import { pathNode } from './path/schema.ts';
import { planeNode } from './plane/schema.ts';
import { pointLightNode } from './pointLight/schema.ts';
import { pyramidNode } from './pyramid/schema.ts';
import { repeatNode } from './repeat/schema.ts';
import { ringNode } from './ring/schema.ts';
import { roundedBoxNode } from './roundedBox/schema.ts';
import { sphereNode } from './sphere/schema.ts';
import { spotLightNode } from './spotLight/schema.ts';
import { stairsNode } from './stairs/schema.ts';
import { sunLightNode } from './sunLight/schema.ts';
import { textNode } from './text/schema.ts';
import { torusNode } from './torus/schema.ts';
import { wallNode } from './wall/schema.ts';

/** Every node kind, in the order of the create menu. This list registers the kinds. */
export const nodeDefs = [
  groupNode,
  repeatNode,
  boxNode,
  sphereNode,
  cylinderNode,
  coneNode,
  torusNode,
  planeNode,
  capsuleNode,
  pyramidNode,
  ringNode,
  stairsNode,
  roundedBoxNode,
  pathNode,
  textNode,
  imageNode,
  wallNode,
  floorNode,
  openingNode,
  pointLightNode,
  spotLightNode,
  directionalLightNode,
  areaLightNode,
  sunLightNode,
  ambientLightNode,
  annotationNode,
  measureNode,
  cameraNode,
  modelNode,
  componentNode,
  instanceNode,
] as const;

/** The definition of any kind. */
export type AnyNodeDef = (typeof nodeDefs)[number];

/** Name of a kind. */
export type NodeKind = AnyNodeDef['kind'];

const byKind = new Map<string, AnyNodeDef>(nodeDefs.map((def) => [def.kind, def]));

/** The definition of a kind, or undefined for an unknown name. */
export function findNodeDef(kind: string): AnyNodeDef | undefined {
  return byKind.get(kind);
}

/** Helper lines of a node. */
export function helperLinesOf({ kind, props }: { kind: NodeKind; props: object }): HelperLines {
  // Each kind has a sketch of its props; a union of kinds cannot express that pairing.
  const def = byKind.get(kind) as { helper?: (props: object) => HelperLines } | undefined;
  return def?.helper?.(props) ?? [];
}
