import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { iriOf } from '../../api/url.ts';
import { Confirm } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { keptOf } from './member-item.ts';

type LeaveProps = {
  scene: { uuid: string; name: string; account: string; project: string | null };
  /** Called after leaving. */
  onLeft: () => void;
  onClose: () => void;
};

/** Leaves a shared scene, or the project through which it is shared. */
export function LeaveSceneDialog({ scene, onLeft, onClose }: LeaveProps) {
  const { t } = useTranslations('people');
  const { client } = useApi();
  const toast = useToast();
  const user = useUser();
  const showError = useErrorToast();
  const { data } = useGet('listMembers', { query: { 'account.uuid': scene.account, pagination: 'false' } });
  const own = data?.member.find((member) => member.user?.uuid === user?.uuid);
  if (data === undefined) {
    return null;
  }
  const { name, project } = scene;
  const isThroughProject = project !== null && own?.projects?.includes(project) === true;
  const leave = async () => {
    try {
      if (own) {
        const body = {
          compositions: keptOf(own, 'compositions', iriOf('compositions', scene.uuid)),
          ...(isThroughProject && { projects: keptOf(own, 'projects', project) }),
        };
        await client.call('patchMember', { params: { id: own.uuid }, body });
      }
      toast({ kind: 'success', text: t('leave.done', { name }) });
      onLeft();
      onClose();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Confirm
      isDangerous
      title={t('leave.title', { name })}
      text={t(isThroughProject ? 'leave.project' : 'leave.text')}
      confirmLabel={t('leave.submit')}
      onConfirm={() => {
        leave();
      }}
      onClose={onClose}
    />
  );
}
