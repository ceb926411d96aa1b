import { isRepeated, sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { copiesBySource, resolveNodeId } from '@diorama/shared/scene/copies/resolve-references.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import { Select } from '../../../components/select/select.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useLiveEdit } from '../../hooks/use-live-edit.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Field } from '../../inspector/fields/field.tsx';
import { Row } from '../../inspector/row.tsx';

/** Select value for null: a select cannot have an empty value, and no id has this character. */
const NONE = '*';

/** Control of one value of a row. */
export function RowField({
  label,
  spec,
  value,
  onWrite,
}: {
  label: string;
  spec: FieldSpec<string>;
  value: unknown;
  /** Writes the value; called within an edit. */
  onWrite: (value: unknown) => void;
}) {
  const editor = useEditor();
  const live = useLiveEdit(editor);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  return (
    <Field
      label={label}
      spec={spec}
      values={[value]}
      ids={[]}
      isDisabled={isReadOnly}
      onChange={(next) => live.change(() => onWrite(next(value)))}
      onCommit={live.commit}
      onCancel={live.cancel}
      previewOf={() => ({})}
    />
  );
}

/** Select among a few values; null is offered where it has a label. */
export function RowSelect<Value extends string>({
  label,
  value,
  options,
  none,
  onWrite,
}: {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  /** Label of null. */
  none?: string;
  /** Writes the value; called within an edit. */
  onWrite: (value: Value | null) => void;
}) {
  const editor = useEditor();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isKnown = options.some((option) => option.value === value);
  return (
    <Row label={label}>
      <Select<string>
        label={label}
        size="small"
        value={value !== null && isKnown ? value : NONE}
        options={[...(none === undefined ? [] : [{ value: NONE, label: none }]), ...options]}
        isDisabled={isReadOnly}
        onChange={(next) => {
          const chosen = options.find((option) => option.value === next);
          editor.edit(() => onWrite(chosen?.value ?? null));
        }}
      />
    </Row>
  );
}

/** Choice of one stored node, or of none. A component's node is shown by one of its copies, near the selection. */
export function NodeField({
  label,
  value,
  onWrite,
}: {
  label: string;
  value: string | null;
  onWrite: (node: string | null) => void;
}) {
  const shown = useShownNode(value);
  return (
    <RowField
      label={label}
      spec={{ kind: 'nodes', max: 1, of: 'any' }}
      value={shown === null ? [] : [shown]}
      onWrite={(next) =>
        onWrite(Array.isArray(next) && typeof next[0] === 'string' ? sourceIdOf(next[0]) : null)
      }
    />
  );
}

/** The shown node of a stored one: itself, or its copy near the selection, or any copy. */
export function useShownNode(id: string | null): string | null {
  const { scene, selection } = useEditor();
  return useSignalValue(() => {
    const { value: document } = scene.document;
    const near = id && resolveNodeId(document, selection.primary, id);
    return near === null || ownMember(document.nodes, near)
      ? near
      : (copiesBySource(document)
          .get(near)
          ?.find((one) => !isRepeated(one)) ?? near);
  });
}
