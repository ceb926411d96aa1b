import { z } from 'zod';
import { defineNode } from '../define.ts';

/** A group only contains other nodes. */
const groupProps = z.strictObject({});

export const groupNode = defineNode({
  kind: 'group',
  props: groupProps,
  inspector: { label: 'node.group', icon: 'group', create: null, fields: [] },
});
