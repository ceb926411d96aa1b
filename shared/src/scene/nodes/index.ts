import { ambientLightInspector } from './ambientLight/inspector.ts';
import { ambientLightProps } from './ambientLight/schema.ts';
import { annotationInspector } from './annotation/inspector.ts';
import { annotationProps } from './annotation/schema.ts';
import { areaLightHelper } from './areaLight/helper-lines.ts';
import { areaLightInspector } from './areaLight/inspector.ts';
import { areaLightProps } from './areaLight/schema.ts';
import { boxInspector } from './box/inspector.ts';
import { boxProps } from './box/schema.ts';
import { cameraHelper } from './camera/helper-lines.ts';
import { cameraInspector } from './camera/inspector.ts';
import { cameraProps } from './camera/schema.ts';
import { capsuleInspector } from './capsule/inspector.ts';
import { capsuleProps } from './capsule/schema.ts';
import { componentInspector } from './component/inspector.ts';
import { componentProps } from './component/schema.ts';
import { coneInspector } from './cone/inspector.ts';
import { coneProps } from './cone/schema.ts';
import { cylinderInspector } from './cylinder/inspector.ts';
import { cylinderProps } from './cylinder/schema.ts';
import { defineNode } from './define.ts';
import { directionalLightHelper } from './directionalLight/helper-lines.ts';
import { directionalLightInspector } from './directionalLight/inspector.ts';
import { directionalLightProps } from './directionalLight/schema.ts';
import { floorInspector } from './floor/inspector.ts';
import { floorProps } from './floor/schema.ts';
import { groupInspector } from './group/inspector.ts';
import { groupProps } from './group/schema.ts';
import type { HelperLines } from './helper-lines.ts';
import { imageInspector } from './image/inspector.ts';
import { imageProps } from './image/schema.ts';
import { instanceInspector } from './instance/inspector.ts';
import { instanceProps } from './instance/schema.ts';
import { measureInspector } from './measure/inspector.ts';
import { measureProps } from './measure/schema.ts';
import { modelInspector } from './model/inspector.ts';
import { modelProps } from './model/schema.ts';
import { openingInspector } from './opening/inspector.ts';
import { openingProps } from './opening/schema.ts';
import { pathInspector } from './path/inspector.ts';
import { pathProps } from './path/schema.ts';
import { planeInspector } from './plane/inspector.ts';
import { planeProps } from './plane/schema.ts';
import { pointLightHelper } from './pointLight/helper-lines.ts';
import { pointLightInspector } from './pointLight/inspector.ts';
import { pointLightProps } from './pointLight/schema.ts';
import { pyramidInspector } from './pyramid/inspector.ts';
import { pyramidProps } from './pyramid/schema.ts';
import { repeatInspector } from './repeat/inspector.ts';
import { repeatProps } from './repeat/schema.ts';
import { ringInspector } from './ring/inspector.ts';
import { ringProps } from './ring/schema.ts';
import { roundedBoxInspector } from './roundedBox/inspector.ts';
import { roundedBoxProps } from './roundedBox/schema.ts';
import { sphereInspector } from './sphere/inspector.ts';
import { sphereProps } from './sphere/schema.ts';
import { spotLightHelper } from './spotLight/helper-lines.ts';
import { spotLightInspector } from './spotLight/inspector.ts';
import { spotLightProps } from './spotLight/schema.ts';
import { stairsInspector } from './stairs/inspector.ts';
import { stairsProps } from './stairs/schema.ts';
import { sunLightInspector } from './sunLight/inspector.ts';
import { sunLightProps } from './sunLight/schema.ts';
import { textInspector } from './text/inspector.ts';
import { textProps } from './text/schema.ts';
import { torusInspector } from './torus/inspector.ts';
import { torusProps } from './torus/schema.ts';
import { wallInspector } from './wall/inspector.ts';
import { wallProps } from './wall/schema.ts';

/** Every node kind, in the order of the create menu. This list registers the kinds. */
export const nodeDefs = [
  defineNode({ kind: 'group', props: groupProps, inspector: groupInspector }),
  defineNode({ kind: 'repeat', props: repeatProps, inspector: repeatInspector }),
  defineNode({ kind: 'box', props: boxProps, inspector: boxInspector }),
  defineNode({ kind: 'sphere', props: sphereProps, inspector: sphereInspector }),
  defineNode({ kind: 'cylinder', props: cylinderProps, inspector: cylinderInspector }),
  defineNode({ kind: 'cone', props: coneProps, inspector: coneInspector }),
  defineNode({ kind: 'torus', props: torusProps, inspector: torusInspector }),
  defineNode({ kind: 'plane', props: planeProps, inspector: planeInspector }),
  defineNode({ kind: 'capsule', props: capsuleProps, inspector: capsuleInspector }),
  defineNode({ kind: 'pyramid', props: pyramidProps, inspector: pyramidInspector }),
  defineNode({ kind: 'ring', props: ringProps, inspector: ringInspector }),
  defineNode({ kind: 'stairs', props: stairsProps, inspector: stairsInspector }),
  defineNode({ kind: 'roundedBox', props: roundedBoxProps, inspector: roundedBoxInspector }),
  defineNode({ kind: 'path', props: pathProps, inspector: pathInspector }),
  defineNode({ kind: 'text', props: textProps, inspector: textInspector }),
  defineNode({ kind: 'image', props: imageProps, inspector: imageInspector }),
  defineNode({ kind: 'wall', props: wallProps, inspector: wallInspector }),
  defineNode({ kind: 'floor', props: floorProps, inspector: floorInspector }),
  defineNode({ kind: 'opening', props: openingProps, inspector: openingInspector }),
  defineNode({
    kind: 'pointLight',
    props: pointLightProps,
    inspector: pointLightInspector,
    helper: pointLightHelper,
  }),
  defineNode({
    kind: 'spotLight',
    props: spotLightProps,
    inspector: spotLightInspector,
    helper: spotLightHelper,
  }),
  defineNode({
    kind: 'directionalLight',
    props: directionalLightProps,
    inspector: directionalLightInspector,
    helper: directionalLightHelper,
  }),
  defineNode({
    kind: 'areaLight',
    props: areaLightProps,
    inspector: areaLightInspector,
    helper: areaLightHelper,
  }),
  defineNode({ kind: 'sunLight', props: sunLightProps, inspector: sunLightInspector }),
  defineNode({ kind: 'ambientLight', props: ambientLightProps, inspector: ambientLightInspector }),
  defineNode({ kind: 'annotation', props: annotationProps, inspector: annotationInspector }),
  defineNode({ kind: 'measure', props: measureProps, inspector: measureInspector }),
  defineNode({ kind: 'camera', props: cameraProps, inspector: cameraInspector, helper: cameraHelper }),
  defineNode({ kind: 'model', props: modelProps, inspector: modelInspector }),
  defineNode({ kind: 'component', props: componentProps, inspector: componentInspector }),
  defineNode({ kind: 'instance', props: instanceProps, inspector: instanceInspector }),
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
