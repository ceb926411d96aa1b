import { MAX_LIBRARY_IDS } from '@diorama/shared/contract/library.ts';
import { linkOf } from '@diorama/shared/scene/copies/component-closure.ts';
import { readContent } from '@diorama/shared/scene/copies/library-component.ts';
import type { ComponentVersion } from '@diorama/shared/scene/copies/place-component.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { useApi } from '../../../api/provider.tsx';
import { randomUuid } from '../../../api/random-id.ts';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { sceneComponents } from './model/components.ts';
import { contentOf, linkComponent } from './model/library-components.ts';

/** Interval at which a visible page looks for newer versions, in milliseconds. It does so on return, too. */
const RENEW_MS = 10 * 60_000;

/** The newest version of a component in the library of the scene's workspace. */
export type ShelfVersion = { item: string; number: number; note: string | null };

/** Part of a library that a user may read: that of a managed workspace, or what an edited scene uses of it. */
export type LibraryScope = { account: string } | { scene: string };

/** The library of the scene's workspace, as far as its components are concerned. */
export type ComponentLibrary = {
  /** Whether the user may save components. */
  canSave: boolean;
  /** Whether the newest versions are known. */
  isReady: boolean;
  /** The newest version of an item; undefined for one that is gone, not loaded, or of another workspace. */
  newest: (item: string | undefined) => ShelfVersion | undefined;
  read: (version: { item: string; version: number }) => Promise<ComponentVersion>;
  /** Saves a component as the next version of its item, or as a new item. */
  save: (component: string, values: { name: string; note: string }) => Promise<void>;
  /** Requests the newest versions again. */
  reload: () => void;
};

/** Reads the newest versions of all components of the scene. */
export function useComponentLibrary(): ComponentLibrary {
  const { editor, account, sceneId } = useEditorSession();
  const { client } = useApi();
  /** Attempts to save by component, so that one whose answer was lost is not repeated. */
  const [attempts] = useState(() => new Map<string, { item: string; version: number }>());
  const user = useUser();
  const uuids = useSignalValue(() =>
    [...new Set(sceneComponents(editor).flatMap(({ link }) => (link ? [link.item] : [])))].sort().join(','),
  );
  const role = user?.accounts.find(({ uuid }) => account.endsWith(uuid))?.role;
  const canSave = role === 'owner' || role === 'admin';
  const scope: LibraryScope = canSave ? { account } : { scene: sceneId };
  const mayUpdate = useSignalValue(() => !editor.isReadOnly.value);
  const isAsked = (canSave || mayUpdate) && uuids !== '';
  const { data, isLoading, mutate } = useSWR(
    isAsked ? ['newest-versions', scope, uuids] : null,
    () => newestVersions(client, scope, uuids.split(',')),
    { refreshInterval: RENEW_MS, keepPreviousData: true },
  );
  const versions = new Map((data ?? []).map((version) => [version.item, version]));
  const reload = () => {
    // A failed request is stored as the hook's error.
    mutate().catch(() => undefined);
  };
  return {
    canSave,
    isReady: !isAsked || (data !== undefined && !isLoading),
    newest: (item) => (item === undefined ? undefined : versions.get(item)),
    read: async (version) => readVersion(client, version, sceneId),
    save: async (component, { name, note }) => {
      const link = linkOf(editor.scene.shared.value.nodes[component]);
      const known = versions.get(link?.item ?? '');
      const earlier = attempts.get(component);
      const item = known?.item ?? earlier?.item ?? randomUuid();
      const { content, ids } = contentOf(editor, component);
      let version = (known?.number ?? 0) + 1;
      if (earlier?.item === item && (await isSaved(client, { ...earlier, content }))) {
        version = earlier.version;
      } else {
        attempts.set(component, { item, version });
        await client.call('putLibraryVersion', {
          params: { id: item, number: String(version) },
          body: { name, account, document: content, ...(note !== '' && { note }) },
        });
      }
      attempts.delete(component);
      linkComponent(editor, component, { item, version, ids });
      reload();
    },
    reload,
  };
}

type Client = Pick<ReturnType<typeof useApi>['client'], 'call'>;

/** The newest versions of items; a request names as many as it can. @throws ApiError */
export async function newestVersions(
  client: Client,
  scope: LibraryScope,
  uuids: readonly string[],
): Promise<ShelfVersion[]> {
  const versions: ShelfVersion[] = [];
  for (let at = 0; at < uuids.length; at += MAX_LIBRARY_IDS) {
    const { member } = await client.call('listLibrary', {
      params: { shelf: 'components' },
      query: {
        ...('account' in scope
          ? { mine: 'true', 'account.uuid': scope.account }
          : { 'composition.uuid': scope.scene }),
        itemsPerPage: String(MAX_LIBRARY_IDS),
        uuids: uuids.slice(at, at + MAX_LIBRARY_IDS).join(','),
      },
    });
    for (const { uuid, version } of member) {
      if (version) {
        versions.push({ item: uuid, number: version.number, note: version.note });
      }
    }
  }
  return versions;
}

/** Reads a version of a component; editors read those that are in their `scene`. @throws ApiError */
export async function readVersion(
  client: Client,
  { item, version }: { item: string; version: number },
  scene?: string,
): Promise<ComponentVersion> {
  const params = { id: item, number: String(version) };
  const query = scene === undefined ? {} : { 'composition.uuid': scene };
  const { document } = await client.call('getLibraryVersion', { params, query });
  return { item, version, content: readContent(document) };
}

/** Whether a version is saved with this content. A version that cannot be read is not. */
async function isSaved(client: Client, version: ComponentVersion): Promise<boolean> {
  const there = await readVersion(client, version).catch(() => null);
  return there !== null && isSameJson(there.content, readContent(version.content));
}
