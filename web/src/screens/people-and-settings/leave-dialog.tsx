import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleWords } from '../../hooks/use-people-words.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
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
  const { t } = usePeopleWords();
  const { client } = useApi();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const navigate = useNavigate();
  const path = usePath();
  const tellError = useTellError();
  const leave = async () => {
    try {
      await client.call('deleteMember', { params: { id: member.uuid } });
      await refreshUser();
      toast({ kind: 'success', text: t('people.left', { name: workspaceName }) });
      navigate(path('home'));
    } catch (error) {
      tellError(error);
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
