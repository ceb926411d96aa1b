import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password field that can show its value. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'action'>) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      action={
        <IconButton
          label={isShown ? t('field.password.hide') : t('field.password.show')}
          icon={<Icon size={16} aria-hidden="true" />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
