import { PAGE_SIZE } from '@diorama/shared/contract/paging.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useProjects } from '../../hooks/use-projects.ts';
import { BulkBar } from './bulk-bar.tsx';
import classes from './dashboard.module.css';
import { ListHeader } from './list-header.tsx';
import { useOrganise } from './organise/organise-context.tsx';
import { SceneCard } from './scene-card.tsx';
import { isManaged, type SceneItem } from './scene-item.ts';
import { type SceneDialog, useCardHandlers } from './use-card-handlers.ts';
import { useSelection } from './use-selection.ts';

const LazyPublish = lazyPart(async () => (await import('../publish/publish-dialog.tsx')).PublishDialog);

const LazyRename = lazyPart(async () => (await import('./rename-scene-dialog.tsx')).RenameSceneDialog);

const LazyMove = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);

const LazyLabel = lazyPart(async () => (await import('./label-dialog.tsx')).LabelDialog);

const LazyLeave = lazyPart(async () => (await import('../invite/leave-scene-dialog.tsx')).LeaveSceneDialog);

const LazyInvite = lazyPart(async () => (await import('../invite/invite-dialog.tsx')).InviteDialog);

/** Layout of a list: `row` for cards, `column` for rows below each other. */
export type GridStyle = 'row' | 'column';

/** Scenes of a list, with actions on one and on many; more are loaded at its end. */
export function SceneList({
  list,
  scenes,
  look,
}: {
  list: PagedList<SceneItem>;
  scenes: readonly SceneItem[];
  look: GridStyle;
}) {
  const { actions } = useOrganise();
  const [dialog, setDialog] = useState<SceneDialog | null>(null);
  const order = useMemo(() => scenes.map(({ uuid }) => uuid), [scenes]);
  const selection = useSelection(order, () => remove(chosen.filter(isManaged)));
  // The first page renders at once, as in steps its last card would appear half a second later; later pages render
  // deferred.
  const drawn = useDeferredValue(scenes, scenes.slice(0, PAGE_SIZE));
  const projectNames = useProjectNames();
  const chosen = scenes.filter(({ uuid }) => selection.ids.has(uuid));
  const remove = (gone: readonly SceneItem[]) => {
    if (gone.length > 0) {
      actions.remove(gone);
    }
  };
  const handlers = useCardHandlers({ chosen, onToggle: selection.toggle, onDialog: setDialog });

  return (
    <>
      {look === 'column' && <ListHeader />}
      <ul className={classes[look]}>
        {drawn.map((scene) => (
          <SceneCard
            key={scene.uuid}
            scene={scene}
            look={look}
            project={projectNames.get(scene.project ?? '') ?? null}
            isSelected={selection.ids.has(scene.uuid)}
            isSelecting={selection.ids.size > 0}
            handlers={handlers}
          />
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
      {chosen.length > 0 && (
        <BulkBar
          scenes={chosen}
          onMove={(moved) => setDialog({ kind: 'move', scenes: moved })}
          onLabel={(labelled) => setDialog({ kind: 'label', scenes: labelled })}
          onDuplicate={actions.duplicate}
          onDelete={remove}
          onSelectAll={selection.ids.size < order.length ? selection.selectAll : null}
          onClear={selection.clear}
        />
      )}
      {dialog && <SceneDialogs dialog={dialog} list={list} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Names of the workspace's projects by iri. */
function useProjectNames(): ReadonlyMap<string, string> {
  const { projects } = useProjects();
  return useMemo(
    () => new Map(projects?.map((project) => [project['@id'], project.name ?? ''] as const)),
    [projects],
  );
}

/** Renders the dialog of a list; each is fetched when it is first opened. */
function SceneDialogs({
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
        <LazyRename
          scene={dialog.scene}
          onClose={onClose}
          onRenamed={(name) => changeOne(dialog.scene, { name })}
        />
      );
    case 'publish':
      return <LazyPublish sceneId={dialog.scene.uuid} onClose={onClose} />;
    case 'invite':
      return (
        <LazyInvite
          entity={{ subject: 'compositions', uuid: dialog.scene.uuid, name: nameOf(dialog.scene) }}
          onClose={onClose}
        />
      );
    case 'move':
      return <LazyMove scenes={dialog.scenes} onClose={onClose} />;
    case 'label':
      return <LazyLabel scenes={dialog.scenes} onClose={onClose} />;
    case 'leave':
      return (
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
      );
  }
}
