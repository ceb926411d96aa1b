import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import type { ScenePreview } from '../../kernels/scene-preview.ts';

/** Props of every field control. */
export type FieldProps<Kind extends FieldSpec['kind'] = FieldSpec['kind']> = {
  spec: Extract<FieldSpec<string>, { kind: Kind }>;
  /** Translated. */
  label: string;
  /** Value of each selected object; a control shows the common value. */
  values: readonly unknown[];
  isDisabled: boolean;
  /** Nodes that have the values; empty for a material or the scene. */
  ids: readonly string[];
  /** Called during a drag or while typing; computes the new value of each object from its current one. */
  onChange: (next: (before: unknown) => unknown) => void;
  /** Nearest valid number, for values of a single node; if absent, any value is valid. */
  fit?: ((value: number) => number) | undefined;
  onCommit: () => void;
  onCancel: () => void;
  /** Preview of the scene with a value. */
  previewOf: (value: unknown) => ScenePreview;
};

/** Writes a value at once, as one step. */
export function setValue(
  { onChange, onCommit }: Pick<FieldProps, 'onChange' | 'onCommit'>,
  next: unknown,
): void {
  onChange(() => next);
  onCommit();
}
