import { useT } from './use-language.tsx';

/** Minimum length that the server accepts. */
const MIN_PASSWORD = 8;

/** Validates a new password in the browser. Returns the error, or `undefined`. */
export function usePasswordCheck(): (password: string) => string | undefined {
  const t = useT();
  return (password) => {
    if (password === '') {
      return t('field.required');
    }
    return password.length < MIN_PASSWORD ? t('field.password.short', { count: MIN_PASSWORD }) : undefined;
  };
}
