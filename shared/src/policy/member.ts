import type { ErrorCode } from '../contract/errors.ts';
import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** What is known of somebody who asks something of a member. */
export type MemberFacts = {
  /** The place of the one who asks in the member's workspace. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  /** Whether the member is the one who asks. */
  isSelf: boolean;
  isActive: boolean;
};

/** What can be asked: looking, giving and changing roles, and taking away. */
export type MemberAction = 'read' | 'change' | 'take-away';

/**
 * Whether somebody may do something with a member: those who manage the workspace everything, the person concerned
 * only leave, which nothing ever forbids; for all others there is no such member.
 */
export function judgeMember(action: MemberAction, facts: MemberFacts): Verdict {
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

/** What is known of an invitation when somebody wants to accept it. */
export type AcceptanceFacts = {
  state: InvitationState;
  /** Whether it was sent to the address of the one who accepts. */
  isAddressee: boolean;
  isActive: boolean;
};

export type InvitationState = 'open' | 'accepted' | 'declined' | 'expired';

/** Whether an invitation can be accepted: while it is open, by the address it was sent to. */
export function judgeAcceptance(facts: AcceptanceFacts): Verdict {
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
