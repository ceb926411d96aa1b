import type { Tag } from '@diorama/shared/contract/tags.ts';
import { useGet } from '../api/hooks.ts';
import { useWorkspace } from './use-account.ts';

/** Tags of the current workspace, by name; empty while loading. */
export function useTags(): { tags: readonly Tag[]; reload: () => void } {
  const workspace = useWorkspace();
  const isManager = workspace !== null && workspace.role !== 'guest';
  const { data, reload } = useGet(
    'listTags',
    isManager ? { query: { 'account.uuid': workspace.uuid } } : null,
    // The account resource contains the tags.
    { isOldAfter: ({ topic }) => topic === 'account' },
  );
  return { tags: data?.member ?? [], reload };
}
