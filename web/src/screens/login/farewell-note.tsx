import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Alert } from '../../components/feedback/alert.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';

/** What brings somebody to the sign-in who has just deleted their account. */
export const FAREWELL = 'account-deleted';

/** Whether to say that an account is deleted: once, and not again when the page is reloaded. */
export function useFarewell(): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [isDue] = useState(state === FAREWELL);
  useEffect(() => {
    if (state === FAREWELL) {
      navigate(pathname + search, { replace: true });
    }
  }, [navigate, pathname, search, state]);
  return isDue;
}

/** Says that the account is deleted. */
export function FarewellNote() {
  const { t } = useAccountWords();
  return <Alert kind="success">{t('profile.deleted')}</Alert>;
}
