import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import type { MemberItem } from '../invite/member-item.ts';

/** Leaves a workspace with everything in it, and opens the home page. */
export function LeaveDialog({
  member,
  workspaceName,
  onClose,
}: {
  member: MemberItem;
  workspaceName: string;
  onClose: () => void;
}) {
  const { t } = usePeopleTranslations();
  const { client } = useApi();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const navigate = useNavigate();
  const path = usePath();
  const showError = useErrorToast();
  const leave = async () => {
    try {
      await client.call('deleteMember', { params: { id: member.uuid } });
      await refreshUser();
      toast({ kind: 'success', text: t('people.left', { name: workspaceName }) });
      navigate(path('home'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Confirm
      isDangerous
      title={t('people.leave.title', { name: workspaceName })}
      text={t('people.leave.text')}
      confirmLabel={t('people.leave')}
      onConfirm={() => {
        leave();
      }}
      onClose={onClose}
    />
  );
}
