import { Switch } from '../../components/field/checkbox.tsx';
import { Select } from '../../components/select/select.tsx';
import { ColorField } from './color-field.tsx';
import { NumberField, type NumberSpec } from './number-field.tsx';
import { Row } from './row.tsx';

/** How one plain value is edited; labels are translated already. */
export type ScalarSpec =
  | ({ kind: 'number' } & NumberSpec)
  | { kind: 'color' }
  | { kind: 'boolean' }
  | { kind: 'select'; options: readonly { value: string; label: string }[] };

/** The control of one plain value with its label; a value that several things do not share is none. */
export function ScalarControl({
  spec,
  label,
  value,
  isDisabled,
  onChange,
  onSet,
  onCommit,
  onCancel,
}: {
  spec: ScalarSpec;
  label: string;
  value: unknown;
  isDisabled: boolean;
  /** While it is dragged or typed. */
  onChange: (next: unknown) => void;
  /** Chosen at once, as one step. */
  onSet: (next: unknown) => void;
  onCommit: () => void;
  onCancel: () => void;
}) {
  const shared = { label, isDisabled, onCommit, onCancel, onChange };
  switch (spec.kind) {
    case 'number':
      return (
        <Row label={label}>
          <NumberField {...shared} glyph="↔" value={typeof value === 'number' ? value : null} spec={spec} />
        </Row>
      );
    case 'color':
      return (
        <Row label={label}>
          <ColorField {...shared} value={typeof value === 'string' ? value : null} />
        </Row>
      );
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          disabled={isDisabled}
          onChange={(event) => onSet(event.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <Row label={label}>
          <Select
            label={label}
            size="small"
            value={typeof value === 'string' ? value : ''}
            options={spec.options}
            isDisabled={isDisabled}
            onChange={onSet}
          />
        </Row>
      );
  }
}
