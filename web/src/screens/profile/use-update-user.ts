import type { User } from '@diorama/shared/contract/auth.ts';
import type { RequestOf } from '@diorama/shared/contract/index.ts';
import { useApi } from '../../api/provider.tsx';
import { useStoreUser } from '../../hooks/use-refresh-user.ts';

/** Updates the user here and on the server. */
export function useUpdateUser(user: User): (change: RequestOf<'updateUser'>['body']) => Promise<User> {
  const { client } = useApi();
  const store = useStoreUser();
  return async (change) => {
    const changed = await client.call('updateUser', { params: { id: user.uuid }, body: change });
    await store(changed);
    return changed;
  };
}
