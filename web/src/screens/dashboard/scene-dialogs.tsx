import type { ComponentProps } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useT } from '../../hooks/use-language.tsx';
import type { InviteDialog } from '../invite/invite-dialog.tsx';
import type { LeaveSceneDialog } from '../invite/leave-scene-dialog.tsx';
import type { PublishDialog } from '../publish/publish-dialog.tsx';
import type { LabelDialog } from './label-dialog.tsx';
import type { MoveDialog } from './move-dialog.tsx';
import type { RenameSceneDialog } from './rename-scene-dialog.tsx';
import type { SceneItem } from './scene-item.ts';

/** The open dialog of a list, with its scenes. */
export type SceneDialog =
  | { kind: 'rename' | 'publish' | 'invite' | 'leave'; scene: SceneItem }
  | { kind: 'move' | 'label'; scenes: readonly SceneItem[] };

const LazyPublish = lazyComponent<ComponentProps<typeof PublishDialog>>(
  async () => (await import('../publish/publish-dialog.tsx')).PublishDialog,
);
const LazyRename = lazyComponent<ComponentProps<typeof RenameSceneDialog>>(
  async () => (await import('./rename-scene-dialog.tsx')).RenameSceneDialog,
);
const LazyMove = lazyComponent<ComponentProps<typeof MoveDialog>>(
  async () => (await import('./move-dialog.tsx')).MoveDialog,
);
const LazyLabel = lazyComponent<ComponentProps<typeof LabelDialog>>(
  async () => (await import('./label-dialog.tsx')).LabelDialog,
);
const LazyLeave = lazyComponent<ComponentProps<typeof LeaveSceneDialog>>(
  async () => (await import('../invite/leave-scene-dialog.tsx')).LeaveSceneDialog,
);
const LazyInvite = lazyComponent<ComponentProps<typeof InviteDialog>>(
  async () => (await import('../invite/invite-dialog.tsx')).InviteDialog,
);

/** Renders the dialog of a list; each is fetched when it is first opened. */
export function SceneDialogs({
  dialog,
  list,
  onClose,
}: {
  dialog: SceneDialog;
  list: PagedList<SceneItem>;
  onClose: () => void;
}) {
  const t = useT();
  const nameOf = (scene: SceneItem) => scene.name ?? t('scene.untitled');
  const changeOne = (scene: SceneItem, change: Partial<SceneItem>) =>
    list.change((members) =>
      members.map((member) => (member.uuid === scene.uuid ? { ...member, ...change } : member)),
    );
  const takeOut = (scene: SceneItem) =>
    list.change((members) => members.filter(({ uuid }) => uuid !== scene.uuid));
  switch (dialog.kind) {
    case 'rename':
      return (
        <LazyBoundary>
          <LazyRename
            scene={dialog.scene}
            onClose={onClose}
            onRenamed={(name) => changeOne(dialog.scene, { name })}
          />
        </LazyBoundary>
      );
    case 'publish':
      return (
        <LazyBoundary>
          <LazyPublish sceneId={dialog.scene.uuid} onClose={onClose} />
        </LazyBoundary>
      );
    case 'invite':
      return (
        <LazyBoundary>
          <LazyInvite
            entity={{ subject: 'compositions', uuid: dialog.scene.uuid, name: nameOf(dialog.scene) }}
            onClose={onClose}
          />
        </LazyBoundary>
      );
    case 'move':
      return (
        <LazyBoundary>
          <LazyMove scenes={dialog.scenes} onClose={onClose} />
        </LazyBoundary>
      );
    case 'label':
      return (
        <LazyBoundary>
          <LazyLabel scenes={dialog.scenes} onClose={onClose} />
        </LazyBoundary>
      );
    case 'leave':
      return (
        <LazyBoundary>
          <LazyLeave
            scene={{
              uuid: dialog.scene.uuid,
              name: nameOf(dialog.scene),
              account: dialog.scene.account ?? '',
              project: dialog.scene.project ?? null,
            }}
            onLeft={() => takeOut(dialog.scene)}
            onClose={onClose}
          />
        </LazyBoundary>
      );
  }
}
