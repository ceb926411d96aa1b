import { Search, X } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field that narrows a list as one types; Escape and its own button clear it. */
export function SearchField({
  label,
  value,
  onChange,
  size,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  size?: NonNullable<TextFieldProps['size']>;
}) {
  const t = useT();
  return (
    <TextField
      label={label}
      isLabelHidden
      placeholder={label}
      // Not `search`, whose own clear button looks different in every browser.
      type="text"
      role="searchbox"
      maxLength={200}
      {...(size !== undefined && { size })}
      value={value}
      icon={<Search size={16} aria-hidden="true" />}
      action={
        value !== '' && (
          <IconButton
            size="small"
            tip="none"
            label={t('common.clear')}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onChange('')}
          />
        )
      }
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.preventDefault();
          onChange('');
        }
      }}
    />
  );
}
