import type { BulkResult } from '@diorama/shared/contract/organise.ts';
import { useApi } from '../../../api/provider.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useT } from '../../../hooks/use-language.tsx';
import type { SceneItem } from '../scene-item.ts';
import type { ListPort } from './organise-context.tsx';
import { type BulkAction, sendBulk } from './send-bulk.ts';
import { useRecount } from './use-live-counts.ts';

type Scenes = readonly SceneItem[];
type Project = { uuid: string; name: string };
type TagChange = { add: readonly string[]; remove: readonly string[] };

/** Actions on one or many scenes. Each updates the page at once and shows its result in a toast. */
export type SceneActions = {
  /** `null` removes them from their projects. */
  move: (scenes: Scenes, project: Project | null) => void;
  duplicate: (scenes: Scenes) => void;
  /** Moves scenes to the trash, with an Undo for all of them. */
  remove: (scenes: Scenes) => void;
  restore: (scenes: Scenes) => void;
  /** Deletes scenes permanently; the caller has asked for confirmation. */
  erase: (scenes: Scenes) => void;
  tag: (scenes: Scenes, change: TagChange) => void;
  /** Iri of a category, or null. */
  categorise: (scenes: Scenes, category: string | null) => void;
};

/** Creates the actions for the lists on the page. */
export function useSceneActions(ports: ReadonlySet<ListPort>): SceneActions {
  const t = useT();
  const toast = useToast();
  const { client, connection } = useApi();
  const showError = useErrorToast();
  const recount = useRecount();

  const change = (edit: (members: SceneItem[]) => SceneItem[]) => {
    for (const port of ports) {
      port.change(edit);
    }
  };
  const settle = () => {
    for (const port of ports) {
      port.reload();
    }
    recount();
  };
  const takeOut = (scenes: Scenes) => {
    const gone = new Set(scenes.map(({ uuid }) => uuid));
    change((members) => members.filter(({ uuid }) => !gone.has(uuid)));
  };
  const edit = (scenes: Scenes, with_: (scene: SceneItem) => Partial<SceneItem>) => {
    const edited = new Set(scenes.map(({ uuid }) => uuid));
    change((members) =>
      members.map((scene) => (edited.has(scene.uuid) ? { ...scene, ...with_(scene) } : scene)),
    );
  };
  const nameOf = (scene: SceneItem | undefined) => scene?.name ?? t('scene.untitled');

  /** Sends the action, reloads the page's lists afterwards, and reports refused scenes. */
  const run = async (
    action: BulkAction,
    ids: readonly string[],
    onDone: (result: BulkResult) => void,
  ): Promise<void> => {
    try {
      const result = await sendBulk(client, action, ids);
      const [refused] = result.failed;
      if (result.done.length > 0) {
        onDone(result);
      }
      if (refused) {
        const count = result.failed.length;
        toast({ kind: 'warning', text: t('organise.refused', { count, reason: refused.title }) });
      }
    } catch (error) {
      showError(error);
    } finally {
      settle();
    }
  };
  /** Variant for event handlers: errors have been shown already. */
  const start = (action: BulkAction, scenes: Scenes, onDone: (result: BulkResult) => void) => {
    const ids = scenes.map(({ uuid }) => uuid);
    run(action, ids, onDone).catch(() => undefined);
  };
  const undo = (onSelect: () => void) => ({ label: t('common.undo'), onSelect });

  const restore = (scenes: Scenes) => {
    takeOut(scenes.filter(({ deletedAt }) => deletedAt));
    start({ action: 'restore' }, scenes, ({ done }) => {
      const text =
        scenes.length === 1
          ? t('scene.restored', { name: nameOf(scenes[0]) })
          : t('organise.restored', { count: done.length });
      toast({ kind: 'success', text });
    });
  };

  /** Moves each scene back to its previous project. */
  const moveBack = (scenes: Scenes) => {
    for (const [project, group] of Map.groupBy(scenes, (scene) => scene.project ?? null)) {
      edit(group, () => ({ project }));
      start({ action: 'move', project }, group, () => undefined);
    }
  };

  const actions: SceneActions = {
    move: (scenes, project) => {
      edit(scenes, () => ({ project: project && `/api/projects/${project.uuid}` }));
      start({ action: 'move', project: project?.uuid ?? null }, scenes, ({ done }) => {
        const moved = new Set(done);
        const words = { count: done.length, project: project?.name ?? '' };
        toast({
          kind: 'success',
          text: project ? t('organise.moved', words) : t('organise.movedOut', { count: done.length }),
          action: undo(() => moveBack(scenes.filter((scene) => moved.has(scene['@id'])))),
        });
      });
    },
    duplicate: (scenes) => {
      start({ action: 'duplicate' }, scenes, ({ created }) => {
        const text =
          scenes.length === 1
            ? t('scene.duplicated', { name: nameOf(scenes[0]) })
            : t('organise.duplicated', { count: created.length });
        toast({ kind: 'success', text });
      });
    },
    remove: (scenes) => {
      takeOut(scenes);
      start({ action: 'delete' }, scenes, ({ done }) => {
        const gone = new Set(done);
        const text =
          scenes.length === 1
            ? t('scene.deleted', { name: nameOf(scenes[0]) })
            : t('organise.deleted', { count: done.length });
        toast({
          kind: 'info',
          text,
          action: undo(() => restore(scenes.filter((scene) => gone.has(scene['@id'])))),
        });
      });
    },
    restore,
    erase: (scenes) => {
      takeOut(scenes);
      start({ action: 'erase' }, scenes, ({ done }) => {
        toast({ kind: 'success', text: t('organise.erased', { count: done.length }) });
      });
    },
    tag: (scenes, { add, remove }) => {
      const isRemoved = new Set(remove);
      edit(scenes, ({ tags = [] }) => ({
        tags: [...new Set([...tags.filter((name) => !isRemoved.has(name)), ...add])],
      }));
      start({ action: 'tag', add: [...add], remove: [...remove] }, scenes, () => undefined);
    },
    categorise: (scenes, category) => {
      edit(scenes, () => ({ category }));
      start({ action: 'categorise', category }, scenes, () => undefined);
    },
  };
  return whenOnline(actions, {
    isOnline: connection.isOnline,
    onOffline: () => toast({ kind: 'error', text: t('offline.action') }),
  });
}

/**
 * Actions that run only while the server can be reached. Otherwise nothing changes on the page, and `onOffline` is called
 * with each attempt.
 */
export function whenOnline<Actions extends { [Name in keyof Actions]: (...args: never[]) => void }>(
  actions: Actions,
  { isOnline, onOffline }: { isOnline: () => boolean; onOffline: () => void },
): Actions {
  const guarded = Object.entries<(...args: never[]) => void>(actions).map(([name, action]) => [
    name,
    (...args: never[]) => (isOnline() ? action(...args) : onOffline()),
  ]);
  return Object.fromEntries(guarded) as Actions;
}
