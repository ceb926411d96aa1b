import {
  ChartColumn,
  Copy,
  ExternalLink,
  FolderInput,
  Link as LinkIcon,
  LogOut,
  Pencil,
  Send,
  SquarePen,
  Tag,
  Trash2,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ActionItem, MenuItem } from '../../components/menu/menu-items.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { copyText } from '../../hooks/use-copy.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { isEditable, isManaged, type SceneItem } from './scene-item.ts';

/** Handlers of the list for a scene's menu. */
type SceneMenuActions = {
  onRename: (scene: SceneItem) => void;
  onPublish: (scene: SceneItem) => void;
  onInvite: (scene: SceneItem) => void;
  onDuplicate: (scene: SceneItem) => void;
  onMove: (scene: SceneItem) => void;
  onLabel: (scene: SceneItem) => void;
  onDelete: (scene: SceneItem) => void;
  onLeave: (scene: SceneItem) => void;
};

const ICON = { size: 16, 'aria-hidden': true } as const;

/** Creates the menu of a scene, with only the permitted actions. */
export function useSceneMenu(actions: SceneMenuActions): (scene: SceneItem) => MenuItem[] {
  const t = useT();
  const path = usePath();
  const toast = useToast();
  const navigate = useNavigate();

  const copyLink = (url: string) => {
    copyText(url).then(
      () => toast({ kind: 'success', text: t('scene.linkCopied') }),
      () => toast({ kind: 'info', text: url }),
    );
  };
  const publicItems = (url: string): MenuItem[] => [
    sent('view', t('scene.openPublic'), <ExternalLink {...ICON} />, () => {
      window.open(url, '_blank', 'noreferrer');
    }),
    line('copy', t('scene.copyLink'), <LinkIcon {...ICON} />, () => copyLink(url)),
  ];
  const groupsOf = (scene: SceneItem): MenuItem[][] => {
    const isManager = isManaged(scene);
    const canEdit = isEditable(scene);
    const canDuplicate = isManager || scene.sharing?.allowClone === true;
    const isPublic = scene.status === 'published' && scene.privacy !== 'private';
    const on = (handler: (scene: SceneItem) => void) => () => handler(scene);
    const open = () => navigate(path(`builder/${scene.uuid}`));
    const visits = () => navigate(path(`analytics/${scene.uuid}`));
    return [
      [
        line('open', t('common.open'), <SquarePen {...ICON} />, open),
        ...where(canEdit, sent('rename', t('common.rename'), <Pencil {...ICON} />, on(actions.onRename))),
        ...where(
          canDuplicate,
          sent('duplicate', t('scene.duplicate'), <Copy {...ICON} />, on(actions.onDuplicate)),
        ),
        ...where(isManager, sent('move', t('scene.move'), <FolderInput {...ICON} />, on(actions.onMove))),
        ...where(isManager, sent('label', t('scene.label'), <Tag {...ICON} />, on(actions.onLabel))),
      ],
      [
        ...where(canEdit, sent('publish', t('scene.share'), <Send {...ICON} />, on(actions.onPublish))),
        ...where(isManager, sent('invite', t('scene.invite'), <UserPlus {...ICON} />, on(actions.onInvite))),
        ...(isPublic ? publicItems(scene.url ?? '') : []),
        ...where(isPublic && canEdit, line('visits', t('scene.visits'), <ChartColumn {...ICON} />, visits)),
      ],
      [
        isManager
          ? {
              ...sent('delete', t('common.delete'), <Trash2 {...ICON} />, on(actions.onDelete)),
              isDangerous: true,
            }
          : sent('leave', t('scene.leave'), <LogOut {...ICON} />, on(actions.onLeave)),
      ],
    ];
  };
  return (scene) =>
    groupsOf(scene)
      .filter((group) => group.length > 0)
      .flatMap((group, index): MenuItem[] =>
        index === 0 ? group : [{ kind: 'separator', key: `line-${index}` }, ...group],
      );
}

function line(key: string, label: string, icon: ReactNode, onSelect: () => void): ActionItem {
  return { key, label, icon, onSelect };
}

/** An item whose action needs the server. */
function sent(...args: Parameters<typeof line>): ActionItem {
  return { ...line(...args), needsServer: true };
}

function where(condition: boolean, item: MenuItem): MenuItem[] {
  return condition ? [item] : [];
}
