import { z } from 'zod';
import { fieldValues } from '../../field-values-schema.ts';
import { sceneId } from '../../values.ts';
import { defineNode } from '../define.ts';

/**
 * An instance shows the nodes of a component at its own place. `values` are its overrides, by path such as
 * `nodes/seat/material`, where `seat` is a node of the component.
 */
const instanceProps = z.strictObject({
  component: sceneId.nullable().default(null),
  values: fieldValues.prefault({}),
});

export const instanceNode = defineNode({
  kind: 'instance',
  props: instanceProps,
  inspector: {
    label: 'node.instance',
    icon: 'component',
    create: null,
    fields: [],
    actions: ['editComponent', 'saveComponent', 'revertOverrides', 'pushOverrides', 'detachInstance'],
  },
});
