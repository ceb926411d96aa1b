import { describe, expect, it } from 'vitest';
import { UNKNOWN_UUID, useInvitations } from './invitations-fixture.ts';

describe('an invitation in a sign-up', () => {
  const fixture = useInvitations();
  const { addressOf, call, invited, join, mailsTo, permission } = fixture;

  const signUp = (email: string, invitation: string) =>
    fixture.harness.call('POST', '/api/users/signup', {
      body: { email, password: 'a long enough pass', username: 'New', invitation },
    });

  it('is accepted in the same request', async () => {
    const answer = await signUp(addressOf('new'), await invited({ email: addressOf('new') }));
    expect([answer.status, answer.json.notices]).toEqual([201, []]);
    const scenes = await fixture.harness.call('GET', `/api/compositions/${fixture.scene}`, {
      token: String(answer.json.token),
    });
    expect(scenes.json.permission).toBe('edit');
    expect(await mailsTo(fixture.owner.email, 'invitation-accepted')).toHaveLength(1);
  });

  it('never blocks the sign-up when unknown, expired or for another address', async () => {
    const bobs = await invited();
    const expired = await invited({ email: addressOf('late') });
    await fixture.harness
      .db('invitations')
      .where({ id: expired })
      .update({ expires_at: fixture.harness.db.fn.now() });
    const tries: [string, string, string][] = [
      [addressOf('eve'), bobs, 'invitation.other-address'],
      [addressOf('late'), expired, 'invitation.expired'],
      [addressOf('odd'), UNKNOWN_UUID, 'invitation.unknown'],
      [addressOf('odder'), 'no-uuid', 'invitation.unknown'],
    ];
    for (const [email, invitation, notice] of tries) {
      const answer = await signUp(email, invitation);
      expect([answer.status, answer.json.notices], email).toEqual([201, [notice]]);
    }
  });

  it('grants nothing to an invited address that signs up without the link', async () => {
    await invited();
    const bob = await join('bob');
    expect((await call(bob, 'GET', '/api/invitations')).json.totalItems).toBe(0);
    expect((await call(bob, 'GET', '/api/members')).json.totalItems).toBe(0);
    expect(await permission(bob)).toBeNull();
  });
});
