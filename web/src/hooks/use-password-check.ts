import { useT } from './use-language.tsx';

/** The server takes no shorter password. */
const MIN_PASSWORD = 8;

/** What is wrong with a new password as far as the page can tell; `undefined` if nothing is. */
export function usePasswordCheck(): (password: string) => string | undefined {
  const t = useT();
  return (password) => {
    if (password === '') {
      return t('field.required');
    }
    return password.length < MIN_PASSWORD ? t('field.password.short', { count: MIN_PASSWORD }) : undefined;
  };
}
