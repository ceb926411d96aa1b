import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Alert } from '../../components/feedback/alert.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Reason in the history state after a user deleted their account. */
export const ACCOUNT_DELETED = 'account-deleted';

/** Whether to confirm a deleted account: once, and not again after a reload. */
export function useAccountDeleted(): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [isDue] = useState(state === ACCOUNT_DELETED);
  useEffect(() => {
    if (state === ACCOUNT_DELETED) {
      navigate(pathname + search, { replace: true });
    }
  }, [navigate, pathname, search, state]);
  return isDue;
}

/** Confirms that the account is deleted. */
export function AccountDeletedNote() {
  const { t } = useTranslations('account');
  return <Alert kind="success">{t('profile.deleted')}</Alert>;
}
