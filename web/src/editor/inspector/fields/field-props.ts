import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import type { Trial } from '../../kernels/try-on.ts';

/** What every control of a value gets. */
export type FieldProps<Kind extends FieldSpec['kind'] = FieldSpec['kind']> = {
  spec: Extract<FieldSpec<string>, { kind: Kind }>;
  /** Translated. */
  label: string;
  /** What each of the things has; a control shows what they share. */
  values: readonly unknown[];
  isDisabled: boolean;
  /** The nodes that have the values; none for those of a material or of the scene. */
  ids: readonly string[];
  /** While it is dragged or typed; each thing gets the value that is made of its own. */
  onChange: (next: (before: unknown) => unknown) => void;
  /** The nearest number that fits what is there, of what only one thing has; any does if absent. */
  fit?: ((value: number) => number) | undefined;
  onCommit: () => void;
  onCancel: () => void;
  /** How the scene would be with a value, to be shown before it is chosen. */
  tryOn: (value: unknown) => Trial;
};

/** Changes at once, as one step. */
export function setValue(
  { onChange, onCommit }: Pick<FieldProps, 'onChange' | 'onCommit'>,
  next: unknown,
): void {
  onChange(() => next);
  onCommit();
}
