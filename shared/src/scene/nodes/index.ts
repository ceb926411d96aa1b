import { ambientLightInspector } from './ambientLight/inspector.ts';
import { ambientLightProps } from './ambientLight/schema.ts';
import { boxInspector } from './box/inspector.ts';
import { boxProps } from './box/schema.ts';
import { coneInspector } from './cone/inspector.ts';
import { coneProps } from './cone/schema.ts';
import { cylinderInspector } from './cylinder/inspector.ts';
import { cylinderProps } from './cylinder/schema.ts';
import { defineNode } from './define.ts';
import { directionalLightInspector } from './directionalLight/inspector.ts';
import { directionalLightProps } from './directionalLight/schema.ts';
import { groupInspector } from './group/inspector.ts';
import { groupProps } from './group/schema.ts';
import { modelInspector } from './model/inspector.ts';
import { modelProps } from './model/schema.ts';
import { planeInspector } from './plane/inspector.ts';
import { planeProps } from './plane/schema.ts';
import { pointLightInspector } from './pointLight/inspector.ts';
import { pointLightProps } from './pointLight/schema.ts';
import { sphereInspector } from './sphere/inspector.ts';
import { sphereProps } from './sphere/schema.ts';
import { spotLightInspector } from './spotLight/inspector.ts';
import { spotLightProps } from './spotLight/schema.ts';
import { torusInspector } from './torus/inspector.ts';
import { torusProps } from './torus/schema.ts';

/** Every node kind, in the order of the create menu. This list is what makes a kind exist. */
export const nodeDefs = [
  defineNode({ kind: 'group', props: groupProps, inspector: groupInspector }),
  defineNode({ kind: 'box', props: boxProps, inspector: boxInspector }),
  defineNode({ kind: 'sphere', props: sphereProps, inspector: sphereInspector }),
  defineNode({ kind: 'cylinder', props: cylinderProps, inspector: cylinderInspector }),
  defineNode({ kind: 'cone', props: coneProps, inspector: coneInspector }),
  defineNode({ kind: 'torus', props: torusProps, inspector: torusInspector }),
  defineNode({ kind: 'plane', props: planeProps, inspector: planeInspector }),
  defineNode({ kind: 'pointLight', props: pointLightProps, inspector: pointLightInspector }),
  defineNode({ kind: 'spotLight', props: spotLightProps, inspector: spotLightInspector }),
  defineNode({
    kind: 'directionalLight',
    props: directionalLightProps,
    inspector: directionalLightInspector,
  }),
  defineNode({ kind: 'ambientLight', props: ambientLightProps, inspector: ambientLightInspector }),
  defineNode({ kind: 'model', props: modelProps, inspector: modelInspector }),
] as const;

/** The definition of any kind. */
export type AnyNodeDef = (typeof nodeDefs)[number];

/** The name of a kind. */
export type NodeKind = AnyNodeDef['kind'];

const byKind = new Map<string, AnyNodeDef>(nodeDefs.map((def) => [def.kind, def]));

/** The definition of a kind, or undefined for a name this version does not know. */
export function findNodeDef(kind: string): AnyNodeDef | undefined {
  return byKind.get(kind);
}
