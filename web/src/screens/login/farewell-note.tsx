import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Alert } from '../../components/feedback/alert.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';

/** Reason in the history state after a user deleted their account. */
export const FAREWELL = 'account-deleted';

/** Whether to confirm a deleted account: once, and not again after a reload. */
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

/** Confirms that the account is deleted. */
export function FarewellNote() {
  const { t } = useAccountWords();
  return <Alert kind="success">{t('profile.deleted')}</Alert>;
}
