import type { ErrorCode } from '../contract/errors.ts';
import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** Facts about a user for authorization of an action on a member. */
export type MemberFacts = {
  /** The user's role in the member's workspace. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  /** Whether the member is the user. */
  isSelf: boolean;
  isActive: boolean;
};

/** Actions on a member: reading, granting and changing roles, and revoking. */
export type MemberAction = 'read' | 'change' | 'take-away';

/**
 * Authorizes an action on a member. Managers of the workspace may do everything; members may always leave. To
 * all others the member appears not to exist.
 */
export function authorizeMember(action: MemberAction, facts: MemberFacts): Verdict {
  const manages = isManager(facts.accountRole);
  if (!manages && !facts.isSelf) {
    return deny('request.not-found');
  }
  if (action === 'read' || (action === 'take-away' && facts.isSelf)) {
    return { allowed: true };
  }
  if (!manages) {
    return deny('security.not-allowed');
  }
  return facts.isActive ? { allowed: true } : deny('security.account.suspended');
}

/** Facts about an invitation for authorization of its acceptance. */
export type AcceptanceFacts = {
  state: InvitationState;
  /** Whether the invitation was sent to the address of the accepting user. */
  isAddressee: boolean;
  isActive: boolean;
};

export type InvitationState = 'open' | 'accepted' | 'declined' | 'expired';

/** Authorizes the acceptance of an invitation: while it is open, by the invited address. */
export function authorizeAcceptance(facts: AcceptanceFacts): Verdict {
  if (facts.state !== 'open') {
    return deny('auth.link-expired');
  }
  if (!facts.isAddressee) {
    return deny('invitation.other-address');
  }
  return facts.isActive ? { allowed: true } : deny('security.account.suspended');
}

function deny(code: ErrorCode): Verdict {
  return { allowed: false, code };
}
