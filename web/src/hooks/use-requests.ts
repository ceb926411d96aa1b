import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useGet } from '../api/hooks.ts';

/** Pending access requests of a workspace, newest first; `null` for users who cannot answer them. */
export function useRequests(accountUuid: string | null): {
  requests: ResultOf<'listInvitations'>['member'];
  reload: () => void;
} {
  const { data, reload } = useGet(
    'listInvitations',
    accountUuid === null
      ? null
      : { query: { 'account.uuid': accountUuid, request: 'true', pending: 'true', pagination: 'false' } },
    { isOldAfter: ({ topic }) => topic === 'invitation' },
  );
  return { requests: data?.member ?? [], reload };
}
