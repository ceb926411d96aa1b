import type { BulkResult } from '@diorama/shared/contract/organise.ts';
import { ApiError } from '../../../api/api-error.ts';
import type { ApiClient } from '../../../api/client.ts';
import { useApi } from '../../../api/provider.tsx';
import type { CallInput } from '../../../api/send.ts';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useT } from '../../../hooks/use-language.tsx';
import type { SceneItem } from '../scene-item.ts';
import type { ListPort } from './organise-context.tsx';
import { useRecount } from './use-live-counts.ts';

/** Limit of scenes per call. */
const MAX_BULK = 200;

/** Error code of a workspace above its plan's storage: it is reported once, in the dialog shared by all calls. */
const OVERFLOWN = 'security.account.overflown_storage';

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
  const { connection } = useApi();
  const lists = useLists(ports);
  const actions = { ...movingActions(lists, t, toast), ...labellingActions(lists) };
  return whenOnline(actions, {
    isOnline: connection.isOnline,
    onOffline: () => toast({ kind: 'error', text: t('offline.action') }),
  });
}

type Lists = ReturnType<typeof useLists>;

/** Changes the lists on the page, and sends actions. */
function useLists(ports: ReadonlySet<ListPort>) {
  const t = useT();
  const toast = useToast();
  const { client } = useApi();
  const showError = useErrorToast();
  const recount = useRecount();
  const change = (edit: (members: SceneItem[]) => SceneItem[]) => {
    for (const port of ports) {
      port.change(edit);
    }
  };
  /** Sends the action, reloads the page's lists afterwards, and reports refused scenes. */
  const run = async (action: BulkAction, ids: readonly string[], onDone: (result: BulkResult) => void) => {
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
      for (const port of ports) {
        port.reload();
      }
      recount();
    }
  };
  return {
    takeOut: (scenes: Scenes) => {
      const gone = new Set(scenes.map(({ uuid }) => uuid));
      change((members) => members.filter(({ uuid }) => !gone.has(uuid)));
    },
    edit: (scenes: Scenes, with_: (scene: SceneItem) => Partial<SceneItem>) => {
      const edited = new Set(scenes.map(({ uuid }) => uuid));
      change((members) =>
        members.map((scene) => (edited.has(scene.uuid) ? { ...scene, ...with_(scene) } : scene)),
      );
    },
    /** Variant for event handlers: errors have been shown already. */
    start: (action: BulkAction, scenes: Scenes, onDone: (result: BulkResult) => void = () => undefined) => {
      const ids = scenes.map(({ uuid }) => uuid);
      run(action, ids, onDone).catch(() => undefined);
    },
  };
}

/** Actions after which scenes are elsewhere, each with its toast. */
function movingActions(
  { takeOut, edit, start }: Lists,
  t: ReturnType<typeof useT>,
  toast: ReturnType<typeof useToast>,
): Pick<SceneActions, 'move' | 'duplicate' | 'remove' | 'restore' | 'erase'> {
  const undo = (onSelect: () => void) => ({ label: t('common.undo'), onSelect });
  /** Text about one scene by its name, or about several by their number. */
  const doneText = (done: 'restored' | 'duplicated' | 'deleted', scenes: Scenes, count: number) =>
    scenes.length === 1
      ? t(`scene.${done}`, { name: scenes[0]?.name ?? t('scene.untitled') })
      : t(`organise.${done}`, { count });
  const scenesIn = (scenes: Scenes, done: readonly string[]) => {
    const ids = new Set(done);
    return scenes.filter((scene) => ids.has(scene['@id']));
  };
  const restore = (scenes: Scenes) => {
    takeOut(scenes.filter(({ deletedAt }) => deletedAt));
    start({ action: 'restore' }, scenes, ({ done }) =>
      toast({ kind: 'success', text: doneText('restored', scenes, done.length) }),
    );
  };
  /** Moves each scene back to its previous project. */
  const moveBack = (scenes: Scenes) => {
    for (const [project, group] of Map.groupBy(scenes, (scene) => scene.project ?? null)) {
      edit(group, () => ({ project }));
      start({ action: 'move', project }, group);
    }
  };
  return {
    restore,
    move: (scenes, project) => {
      edit(scenes, () => ({ project: project && `/api/projects/${project.uuid}` }));
      start({ action: 'move', project: project?.uuid ?? null }, scenes, ({ done }) => {
        const count = done.length;
        const text = project
          ? t('organise.moved', { count, project: project.name })
          : t('organise.movedOut', { count });
        toast({ kind: 'success', text, action: undo(() => moveBack(scenesIn(scenes, done))) });
      });
    },
    duplicate: (scenes) =>
      start({ action: 'duplicate' }, scenes, ({ created }) =>
        toast({ kind: 'success', text: doneText('duplicated', scenes, created.length) }),
      ),
    remove: (scenes) => {
      takeOut(scenes);
      start({ action: 'delete' }, scenes, ({ done }) => {
        const text = doneText('deleted', scenes, done.length);
        toast({ kind: 'info', text, action: undo(() => restore(scenesIn(scenes, done))) });
      });
    },
    erase: (scenes) => {
      takeOut(scenes);
      start({ action: 'erase' }, scenes, ({ done }) =>
        toast({ kind: 'success', text: t('organise.erased', { count: done.length }) }),
      );
    },
  };
}

/** Actions that change what lists show of scenes. */
function labellingActions({ edit, start }: Lists): Pick<SceneActions, 'tag' | 'categorise'> {
  return {
    tag: (scenes, { add, remove }) => {
      const isRemoved = new Set(remove);
      edit(scenes, ({ tags = [] }) => ({
        tags: [...new Set([...tags.filter((name) => !isRemoved.has(name)), ...add])],
      }));
      start({ action: 'tag', add: [...add], remove: [...remove] }, scenes);
    },
    categorise: (scenes, category) => {
      edit(scenes, () => ({ category }));
      start({ action: 'categorise', category }, scenes);
    },
  };
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

type Body = CallInput<'changeCompositions'>['body'];

type WithoutScenes<Change> = Change extends Body ? Omit<Change, 'compositions'> : never;

/** An action on scenes. */
type BulkAction = WithoutScenes<Body>;

/**
 * Applies an action to any number of scenes; completed parts stay after a failure.
 * @returns the completed scenes, and those refused for other reasons than a full workspace
 */
export async function sendBulk(
  client: Pick<ApiClient, 'call' | 'notify'>,
  action: BulkAction,
  ids: readonly string[],
): Promise<BulkResult> {
  const all: BulkResult = { done: [], failed: [], created: [] };
  for (let start = 0; start < ids.length; start += MAX_BULK) {
    const body = { ...action, compositions: ids.slice(start, start + MAX_BULK) } as Body;
    const { done, failed, created } = await client.call('changeCompositions', { body });
    all.done.push(...done);
    all.failed.push(...failed);
    all.created.push(...created);
  }
  const full = all.failed.find(({ code }) => code === OVERFLOWN);
  if (full !== undefined) {
    const error = new ApiError({ status: 403, code: full.code, title: full.title });
    client.notify(error, full.composition.split('/').at(-1) ?? null);
  }
  return { ...all, failed: all.failed.filter(({ code }) => code !== OVERFLOWN) };
}
