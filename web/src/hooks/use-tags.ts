import type { Tag } from '@diorama/shared/contract/tags.ts';
import { useGet, useLive } from '../api/hooks.ts';
import { useWorkspace } from './use-account.ts';

/** Tags of the current workspace, by name; empty while loading. */
export function useTags(): { tags: readonly Tag[]; reload: () => void } {
  const workspace = useWorkspace();
  const isManager = workspace !== null && workspace.role !== 'guest';
  const { data, reload } = useGet(
    'listTags',
    isManager ? { query: { 'account.uuid': workspace.uuid } } : null,
  );
  useLive((message) => {
    // The account resource contains the tags, so its changes reload them.
    if (message.topic === 'account') {
      reload();
    }
  });
  return { tags: data?.member ?? [], reload };
}
