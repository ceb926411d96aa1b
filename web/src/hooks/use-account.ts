import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import { useSyncExternalStore } from 'react';
import { type Resource, useGet } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';
import { useUser } from './use-user.ts';

/**
 * Current workspace: the last chosen one if the user is still a member, else their own, else the first joined one.
 * `null` without a session.
 */
export function useWorkspace(): AccountRef | null {
  const { workspaces } = useApi();
  const user = useUser();
  const chosen = useSyncExternalStore(workspaces.subscribe, () =>
    user === null ? null : workspaces.get(user.uuid),
  );
  const accounts = user?.accounts ?? [];
  return (
    accounts.find(({ uuid }) => uuid === chosen) ??
    accounts.find(({ role }) => role === 'owner') ??
    accounts[0] ??
    null
  );
}

/** The current workspace, with plan, quotas and counts. */
export function useAccount(): Resource<Account> {
  const workspace = useWorkspace();
  return useGet('getAccount', workspace === null ? null : { params: { id: workspace.uuid } });
}
