import { Search, X } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field that filters a list while typing; Escape and its button clear it. */
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
      // The type is not `search`, whose clear button differs between browsers.
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
