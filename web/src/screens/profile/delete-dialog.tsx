import type { User } from '@diorama/shared/contract/auth.ts';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { ACCOUNT_DELETED } from '../login/account-deleted-note.tsx';
import { type Proof, ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { useExport } from './use-export.ts';

/** Lists the consequences and asks for authentication before the account is deleted. */
export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useAccountTranslations();
  const { client, session } = useApi();
  const path = usePath();
  const navigate = useNavigate();
  const archive = useExport(user);
  const handleProve = async (proof: Proof) => {
    await client.call('deleteUser', { params: { id: user.uuid }, body: proof });
    const ending = session.signOut({ givesUpUnsent: true });
    // At once, and without the guard's redirect, as the next user must not return to this page.
    navigate(path('login'), { replace: true, state: ACCOUNT_DELETED });
    await ending;
  };
  const owned = user.accounts.filter(({ role }) => role === 'owner').length;
  return (
    <ReauthenticateDialog
      user={user}
      title={t('profile.delete.title')}
      text={t('profile.delete.warning', { workspaces: t('profile.delete.workspaces', { count: owned }) })}
      submit={t('profile.delete.confirm')}
      isDangerous
      aside={
        <NetworkButton isLoading={archive.isBusy} onClick={archive.submit}>
          {t('profile.delete.export')}
        </NetworkButton>
      }
      onProve={handleProve}
      onClose={onClose}
    />
  );
}
