import { isNoticed } from '../../api/client.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useUser } from '../../hooks/use-user.ts';
import type { SceneItem } from './scene-item.ts';

/** Asks before a person leaves a scene that others share with them: only they can give it back. */
export function LeaveDialog({
  scene,
  onLeft,
  onClose,
}: {
  scene: SceneItem;
  onLeft: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const toast = useToast();
  const user = useUser();
  const { client } = useApi();
  const name = scene.name ?? t('scene.untitled');
  const { data, error } = useGet('listMembers', { query: { compositions: scene.uuid } });
  const me = data?.member.find((member) => member.user?.uuid === user?.uuid);
  const isOwnShare = me?.compositions?.includes(scene['@id']) ?? false;
  // What a project brings can be left with all of the project only.
  const isOfProject = me !== undefined && !isOwnShare && me.projects?.includes(scene.project ?? '') === true;

  const leave = async () => {
    if (me === undefined) {
      throw new Error('Nobody knows by what this scene is shared');
    }
    const body = isOfProject
      ? { projects: (me.projects ?? []).filter((iri) => iri !== scene.project) }
      : { compositions: (me.compositions ?? []).filter((iri) => iri !== scene['@id']) };
    await client.call('patchMember', { params: { id: me.uuid }, body });
    onLeft();
    toast({ kind: 'success', text: t('scene.left', { name }) });
  };
  const handleError = (failure: unknown) => {
    if (!isNoticed(failure)) {
      toast({ kind: 'error', text: t('problem.unexpected') });
    }
  };
  if (data === undefined && error === undefined) {
    return null;
  }
  return (
    <Confirm
      title={t('scene.leave.title', { name })}
      text={isOfProject ? t('scene.leave.project') : t('scene.leave.text')}
      confirmLabel={t('scene.leave')}
      isDangerous
      onConfirm={() => {
        leave().catch(handleError);
      }}
      onClose={onClose}
    />
  );
}
