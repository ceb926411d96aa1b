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
  const { editor, account } = useEditorSession();
  const { client } = useApi();
  /** Attempts to save by component, so that one whose answer was lost is not repeated. */
  const [attempts] = useState(() => new Map<string, { item: string; version: number }>());
  const user = useUser();
  const uuids = useSignalValue(() =>
    [...new Set(sceneComponents(editor).flatMap(({ link }) => (link ? [link.item] : [])))].sort().join(','),
  );
  const role = user?.accounts.find(({ uuid }) => account.endsWith(uuid))?.role;
  const canSave = role === 'owner' || role === 'admin';
  const isAsked = canSave && uuids !== '';
  const { data, isLoading, mutate } = useSWR(
    isAsked ? ['newest-versions', account, uuids] : null,
    () => newestVersions(client, account, uuids.split(',')),
    { refreshInterval: RENEW_MS, keepPreviousData: true },
  );
  const versions = data ?? new Map<string, ShelfVersion>();
  const reload = () => {
    // A failed request is stored as the hook's error.
    mutate().catch(() => undefined);
  };
  return {
    canSave,
    isReady: !isAsked || (data !== undefined && !isLoading),
    newest: (item) => (item === undefined ? undefined : versions.get(item)),
    read: async ({ item, version }) => readVersion(client, { item, version }),
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

/** The newest versions of a workspace's items, by uuid; a request names as many as it can. @throws ApiError */
export async function newestVersions(
  client: Client,
  account: string,
  uuids: readonly string[],
): Promise<Map<string, ShelfVersion>> {
  const versions = new Map<string, ShelfVersion>();
  for (let at = 0; at < uuids.length; at += MAX_LIBRARY_IDS) {
    const { member } = await client.call('listLibrary', {
      params: { shelf: 'components' },
      query: {
        ...{ mine: 'true', 'account.uuid': account, itemsPerPage: String(MAX_LIBRARY_IDS) },
        uuids: uuids.slice(at, at + MAX_LIBRARY_IDS).join(','),
      },
    });
    for (const { uuid, version } of member) {
      if (version) {
        versions.set(uuid, { item: uuid, number: version.number, note: version.note });
      }
    }
  }
  return versions;
}

/** Reads a version of a component. @throws ApiError */
export async function readVersion(
  client: Client,
  { item, version }: { item: string; version: number },
): Promise<ComponentVersion> {
  const params = { id: item, number: String(version) };
  const { document } = await client.call('getLibraryVersion', { params });
  return { item, version, content: readContent(document) };
}

/** Whether a version is saved with this content. A version that cannot be read is not. */
async function isSaved(client: Client, version: ComponentVersion): Promise<boolean> {
  const there = await readVersion(client, version).catch(() => null);
  return there !== null && isSameJson(there.content, readContent(version.content));
}
