import type { InspectorField } from '@diorama/shared/scene/nodes/define.ts';

/** Whether a field has an effect on a node with these props. */
export function isFieldActive({ when }: Pick<InspectorField, 'when'>, props: object): boolean {
  return !when || when.is.includes(String(Reflect.get(props, when.key)));
}
