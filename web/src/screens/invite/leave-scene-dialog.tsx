import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { iriOf } from '../../api/url.ts';
import { LatePart } from '../../components/feedback/late-part.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { usePeopleWords } from '../../hooks/use-people-words.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import { useUser } from '../../hooks/use-user.ts';
import { keptOf } from './member-item.ts';

type LeaveProps = {
  scene: { uuid: string; name: string; account: string; project: string | null };
  /** Called after leaving. */
  onLeft: () => void;
  onClose: () => void;
};

/** Leaves a shared scene, or the project through which it is shared. */
export function LeaveSceneDialog(props: LeaveProps) {
  return (
    <LatePart>
      <LeaveScene {...props} />
    </LatePart>
  );
}

function LeaveScene({ scene, onLeft, onClose }: LeaveProps) {
  const { t } = usePeopleWords();
  const { client } = useApi();
  const toast = useToast();
  const user = useUser();
  const tellError = useTellError();
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
      tellError(error);
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
