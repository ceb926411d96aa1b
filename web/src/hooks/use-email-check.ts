import { isEmail } from '@diorama/shared/domain/email.ts';
import { useT } from './use-language.tsx';

/** Validates an email address in the browser. Returns the error, or `undefined`. */
export function useEmailCheck(): (email: string) => string | undefined {
  const t = useT();
  return (email) => {
    if (email === '') {
      return t('field.required');
    }
    return isEmail(email) ? undefined : t('field.email');
  };
}
