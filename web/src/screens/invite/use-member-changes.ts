import type { Role } from '@diorama/shared/domain/roles.ts';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { keptOf, type MemberGrant, type MemberItem } from './member-item.ts';

/** Actions on a member; each resolves to whether it succeeded, and shows its error. */
export type MemberChanges = {
  isBusy: boolean;
  setRole: (member: MemberItem, grant: MemberGrant, role: Role) => Promise<boolean>;
  /** Sets every role of the kind. */
  setRoles: (member: MemberItem, role: Role) => Promise<boolean>;
  /** Removes the access to one subject, or its invitation. */
  take: (member: MemberItem, grant: MemberGrant) => Promise<boolean>;
  /** Sends an invitation's mail again. */
  resend: (invitation: string) => Promise<boolean>;
  remove: (members: readonly MemberItem[]) => Promise<boolean>;
};

/**
 * Changes members over the API.
 * @param onDone - called after each try, as a refusal may mean that the shown data is stale
 */
export function useMemberChanges(onDone: () => void): MemberChanges {
  const { client } = useApi();
  const showError = useErrorToast();
  const [isBusy, setIsBusy] = useState(false);

  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setIsBusy(false);
      onDone();
    }
  };
  return {
    isBusy,
    setRole: (member, grant, role) =>
      run(() =>
        grant.invitation
          ? client.call('patchInvitation', { params: { id: grant.invitation }, body: { role } })
          : client.call('patchMember', {
              params: { id: member.uuid },
              body: { grants: [{ '@id': grant['@id'], role }] },
            }),
      ),
    setRoles: (member, role) =>
      run(() => client.call('patchMember', { params: { id: member.uuid }, body: { role } })),
    take: (member, grant) =>
      run(() =>
        grant.invitation
          ? client.call('deleteInvitation', { params: { id: grant.invitation } })
          : client.call('patchMember', {
              params: { id: member.uuid },
              body: { [grant.subject]: keptOf(member, grant.subject, grant['@id']) },
            }),
      ),
    resend: (invitation) => run(() => client.call('resendInvitation', { params: { id: invitation } })),
    remove: (members) =>
      run(() => client.call('revokeMembers', { body: { members: members.map(({ uuid }) => uuid) } })),
  };
}
