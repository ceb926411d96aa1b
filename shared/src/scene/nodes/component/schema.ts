import { z } from 'zod';
import { MAX_COMPONENT_NODES } from '../../defaults.ts';
import { sceneId } from '../../values.ts';
import { defineNode } from '../define.ts';

/**
 * The version of a library's component that a component came from. `ids` are the ids of its nodes and materials here,
 * by their keys in the library, where they differ.
 */
export const libraryLink = z.strictObject({
  item: z.uuid(),
  version: z.int().min(1).max(1_000_000),
  ids: z
    .record(sceneId, sceneId)
    .refine((ids) => Object.keys(ids).length <= 2 * MAX_COMPONENT_NODES)
    .default({}),
});

/** A component holds the nodes that its instances show. It is not drawn in its own place. */
const componentProps = z.strictObject({ library: libraryLink.nullable().default(null) });

export const componentNode = defineNode({
  kind: 'component',
  props: componentProps,
  inspector: { label: 'node.component', icon: 'component', create: null, fields: [] },
});
