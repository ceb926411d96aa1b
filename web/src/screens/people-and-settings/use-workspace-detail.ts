import type { RequestOf } from '@diorama/shared/contract/index.ts';
import { useApi } from '../../api/provider.tsx';
import { useAccount } from '../../hooks/use-account.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';

/** Updates a workspace's name and appearance on the server and in all caches. */
export function useWorkspaceDetail(
  accountUuid: string,
): (change: RequestOf<'updateAccountDetail'>['body']) => Promise<void> {
  const { client } = useApi();
  const { mutate } = useAccount();
  const refreshUser = useRefreshUser();
  return async (change) => {
    await client.call('updateAccountDetail', { params: { id: accountUuid }, body: change });
    await Promise.all([mutate(), refreshUser()]);
  };
}
