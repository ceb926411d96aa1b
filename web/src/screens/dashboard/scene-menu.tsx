import {
  EllipsisVertical,
  ExternalLink,
  Link as LinkIcon,
  Pencil,
  Send,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { copyText } from '../../hooks/use-copy.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import type { SceneItem } from './scene-card.tsx';

/** What a scene's menu asks of the list it stands in. */
export type SceneMenuActions = {
  onRename: (scene: SceneItem) => void;
  onPublish: (scene: SceneItem) => void;
  onDelete: (scene: SceneItem) => void;
};

/** What can be done with a scene; only what this person may do is there. */
export function SceneMenu({
  scene,
  actions,
  className,
}: {
  scene: SceneItem;
  actions: SceneMenuActions;
  className: string | undefined;
}) {
  const t = useT();
  const items = useSceneItems(scene, actions);
  const label = t('scene.actions', { name: scene.name ?? t('scene.untitled') });
  return (
    <Dropdown
      className={className}
      label={label}
      items={items}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          tip="none"
          label={label}
          icon={<EllipsisVertical size={16} aria-hidden="true" />}
        />
      )}
    />
  );
}

function useSceneItems(scene: SceneItem, actions: SceneMenuActions): MenuItem[] {
  const t = useT();
  const path = usePath();
  const toast = useToast();
  const navigate = useNavigate();
  const canDelete = scene.permission === 'admin' || scene.ownedByCurrentUser === true;
  const canEdit = canDelete || scene.permission === 'edit';
  const isPublic = scene.status === 'published' && scene.privacy !== 'private';
  const url = scene.url ?? '';
  const open: MenuItem[] = [
    {
      kind: 'action',
      key: 'open',
      label: t('common.open'),
      icon: <SquarePen size={16} aria-hidden="true" />,
      onSelect: () => navigate(path(`builder/${scene.uuid}`)),
    },
  ];
  const edit: MenuItem[] = [
    {
      kind: 'action',
      key: 'publish',
      label: t('scene.share'),
      icon: <Send size={16} aria-hidden="true" />,
      onSelect: () => actions.onPublish(scene),
    },
    {
      kind: 'action',
      key: 'rename',
      label: t('common.rename'),
      icon: <Pencil size={16} aria-hidden="true" />,
      onSelect: () => actions.onRename(scene),
    },
  ];
  const share: MenuItem[] = [
    {
      kind: 'action',
      key: 'view',
      label: t('scene.openPublic'),
      icon: <ExternalLink size={16} aria-hidden="true" />,
      onSelect: () => {
        window.open(url, '_blank', 'noreferrer');
      },
    },
    {
      kind: 'action',
      key: 'copy',
      label: t('scene.copyLink'),
      icon: <LinkIcon size={16} aria-hidden="true" />,
      onSelect: () => {
        copyText(url).then(
          () => toast({ kind: 'success', text: t('scene.linkCopied') }),
          () => toast({ kind: 'info', text: url }),
        );
      },
    },
  ];
  const remove: MenuItem[] = [
    { kind: 'separator', key: 'line' },
    {
      kind: 'action',
      key: 'delete',
      label: t('common.delete'),
      icon: <Trash2 size={16} aria-hidden="true" />,
      isDangerous: true,
      onSelect: () => actions.onDelete(scene),
    },
  ];
  return [...open, ...(canEdit ? edit : []), ...(isPublic ? share : []), ...(canDelete ? remove : [])];
}
