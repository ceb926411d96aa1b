import type { FieldProps } from './field-props.ts';
import { NodesControl } from './nodes-control.tsx';

/** Choice of one node, or of none: a list of at most one. */
export function NodeControl({ spec, values, onChange, previewOf, ...props }: FieldProps<'node'>) {
  const listOf = (id: unknown) => (typeof id === 'string' ? [id] : []);
  const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list[0] ?? null) : null);
  return (
    <NodesControl
      {...props}
      spec={{ kind: 'nodes', max: 1, of: spec.of }}
      values={values.map(listOf)}
      onChange={(next) => onChange((before) => firstOf(next(listOf(before))))}
      previewOf={(list) => previewOf(firstOf(list))}
    />
  );
}
