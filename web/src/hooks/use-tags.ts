import type { Tag } from '@diorama/shared/contract/tags.ts';
import { useGet, useLive } from '../api/hooks.ts';
import { useWorkspace } from './use-account.ts';

/** The tags of the workspace in use, by name; empty until they are known. */
export function useTags(): { tags: readonly Tag[]; reload: () => void } {
  const workspace = useWorkspace();
  const isManager = workspace !== null && workspace.role !== 'guest';
  const { data, mutate } = useGet(
    'listTags',
    isManager ? { query: { 'account.uuid': workspace.uuid } } : null,
  );
  const reload = () => {
    // A failed revalidation is kept as the hook's error.
    mutate().catch(() => undefined);
  };
  useLive((message) => {
    // A workspace's own state names its tags, so that it changes with them.
    if (message.topic === 'account') {
      reload();
    }
  });
  return { tags: data?.member ?? [], reload };
}
