import { z } from 'zod';
import { NODE_DEFAULTS as D } from '../defaults.ts';
import { factors, MAX_DESCRIPTION, orderKey, point, quaternion, sceneId, words } from '../values.ts';

/** Common properties of every node kind, each with a default. */
export const nodeBase = {
  parent: sceneId.nullable().default(D.parent),
  index: orderKey.default(D.index),
  name: words(200).default(D.name),
  /** Text for people who do not see the node. */
  description: words(MAX_DESCRIPTION).default(D.description),
  visible: z.boolean().default(D.visible),
  locked: z.boolean().default(D.locked),
  position: point.default([...D.position]),
  rotation: quaternion.default([...D.rotation]),
  scale: factors.default([...D.scale]),
  material: sceneId.nullable().default(D.material),
};
