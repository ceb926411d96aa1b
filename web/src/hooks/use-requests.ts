import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useGet, useLive } from '../api/hooks.ts';

/** The requests for access that wait in a workspace, newest first; `null` for those who do not answer them. */
export function useRequests(accountUuid: string | null): {
  requests: ResultOf<'listInvitations'>['member'];
  reload: () => void;
} {
  const { data, mutate } = useGet(
    'listInvitations',
    accountUuid === null
      ? null
      : { query: { 'account.uuid': accountUuid, request: 'true', pending: 'true', pagination: 'false' } },
  );
  const reload = () => {
    // A failed reload leaves what is shown as it was.
    mutate().catch(() => undefined);
  };
  useLive(({ topic }) => {
    if (topic === 'invitation') {
      reload();
    }
  });
  return { requests: data?.member ?? [], reload };
}
