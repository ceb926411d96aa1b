import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useUser } from '../../hooks/use-user.ts';

/** Creates another workspace and opens it; a plan without room for it shows a notice. */
export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const refreshUser = useRefreshUser();
  const { client, workspaces } = useApi();
  const user = useUser();
  const create = async (name: string) => {
    const account = await client.call('createAccount', { body: { name } });
    await refreshUser();
    if (user !== null) {
      workspaces.choose(user.uuid, account.uuid);
    }
    toast({ kind: 'success', text: t('switcher.created', { name }) });
    navigate(path('home'));
  };
  return (
    <NameDialog
      title={t('switcher.create.title')}
      text={t('switcher.create.text')}
      label={t('switcher.create.name')}
      maxLength={80}
      submitLabel={t('common.create')}
      fieldError={errorText}
      onSubmit={(name) => create(name).catch(leaveToTheNotice)}
      onClose={onClose}
    />
  );
}

/** Ignores the error of a plan limit: an application-wide notice shows it, with a link to the plans. */
function leaveToTheNotice(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 402)) {
    throw error;
  }
}
