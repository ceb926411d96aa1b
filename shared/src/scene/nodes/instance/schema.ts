import { z } from 'zod';
import { fieldValues } from '../../field-values-schema.ts';
import { sceneId } from '../../values.ts';

/**
 * An instance shows the nodes of a component at its own place. `values` are its overrides, by path such as
 * `nodes/seat/material`, where `seat` is a node of the component.
 */
export const instanceProps = z.strictObject({
  component: sceneId.nullable().default(null),
  values: fieldValues.prefault({}),
});
