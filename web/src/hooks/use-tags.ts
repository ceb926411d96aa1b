import type { Tag } from '@diorama/shared/contract/tags.ts';
import { useGet, useLive } from '../api/hooks.ts';
import { useWorkspace } from './use-account.ts';

/** Tags of the current workspace, by name; empty while loading. */
export function useTags(): { tags: readonly Tag[]; reload: () => void } {
  const workspace = useWorkspace();
  const isManager = workspace !== null && workspace.role !== 'guest';
  const { data, mutate } = useGet(
    'listTags',
    isManager ? { query: { 'account.uuid': workspace.uuid } } : null,
  );
  const reload = () => {
    // A failed revalidation is stored as the hook's error.
    mutate().catch(() => undefined);
  };
  useLive((message) => {
    // The account resource contains the tags, so its changes reload them.
    if (message.topic === 'account') {
      reload();
    }
  });
  return { tags: data?.member ?? [], reload };
}
