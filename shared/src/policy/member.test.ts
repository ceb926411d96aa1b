import { describe, expect, it } from 'vitest';
import {
  authorizeAcceptance,
  authorizeMember,
  type InvitationState,
  type MemberAction,
  type MemberFacts,
} from './member.ts';

const ACTIONS: readonly MemberAction[] = ['read', 'change', 'take-away'];

function codes(facts: MemberFacts): string[] {
  return ACTIONS.map((action) => {
    const verdict = authorizeMember(action, facts);
    return verdict.allowed ? 'ok' : verdict.code;
  });
}

describe('member permissions', () => {
  it('let owners and admins do everything', () => {
    for (const accountRole of ['owner', 'admin'] as const) {
      expect(codes({ accountRole, isSelf: false, isActive: true })).toEqual(['ok', 'ok', 'ok']);
    }
  });

  it('let members read their own entry and leave, even when the workspace is suspended', () => {
    for (const accountRole of ['guest', null] as const) {
      for (const isActive of [true, false]) {
        expect(codes({ accountRole, isSelf: true, isActive })).toEqual(['ok', 'security.not-allowed', 'ok']);
      }
    }
  });

  it('return not found to everyone else', () => {
    for (const accountRole of ['guest', null] as const) {
      expect(new Set(codes({ accountRole, isSelf: false, isActive: true }))).toEqual(
        new Set(['request.not-found']),
      );
    }
  });

  it('reject changes in a suspended workspace', () => {
    expect(codes({ accountRole: 'owner', isSelf: false, isActive: false })).toEqual([
      'ok',
      'security.account.suspended',
      'security.account.suspended',
    ]);
  });
});

describe('accepting an invitation', () => {
  const code = (state: InvitationState, isAddressee = true, isActive = true) => {
    const verdict = authorizeAcceptance({ state, isAddressee, isActive });
    return verdict.allowed ? 'ok' : verdict.code;
  };

  it('works while the invitation is open, only for its address', () => {
    expect(code('open')).toBe('ok');
    expect(code('open', false)).toBe('invitation.other-address');
    expect(code('open', true, false)).toBe('security.account.suspended');
  });

  it('reports only an expired link for every closed invitation', () => {
    for (const state of ['accepted', 'declined', 'expired'] as const) {
      expect(code(state)).toBe('auth.link-expired');
      expect(code(state, false)).toBe('auth.link-expired');
    }
  });
});
