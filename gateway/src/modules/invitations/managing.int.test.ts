import { sweepInvitations } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { describe, expect, it } from 'vitest';
import { useInvitations } from './invitations-fixture.ts';

describe('a pending invitation', () => {
  const fixture = useInvitations();
  const { accept, addressOf, call, createProject, invited, join, mailsTo, permission } = fixture;

  it('can be sent again, which extends it by seven days', async () => {
    const id = await invited();
    await fixture.harness
      .db('invitations')
      .where({ id })
      .update({ expires_at: fixture.harness.db.raw(`now() - interval '1 day'`) });
    const { status, json } = await call(fixture.owner, 'POST', `/api/invitations/${id}/resend`);
    expect(status).toBe(200);
    expect(Date.parse(String(json.expiresAt))).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect(await mailsTo(addressOf('bob'), 'invitation')).toHaveLength(2);
    const bob = await join('bob');
    expect((await accept(bob, id)).status).toBe(200);
    expect((await call(fixture.owner, 'POST', `/api/invitations/${id}/resend`)).json.description).toBe(
      'auth.link-expired',
    );
  });

  it('accepts another role that fits', async () => {
    const bob = await join('bob');
    const id = await invited({ role: 0 });
    expect((await call(fixture.owner, 'PATCH', `/api/invitations/${id}`, { role: 1 })).json.permission).toBe(
      'view',
    );
    expect((await call(fixture.owner, 'PATCH', `/api/invitations/${id}`, { role: 2 })).status).toBe(422);
    await accept(bob, id);
    expect(await permission(bob)).toBe('view');
    expect((await call(fixture.owner, 'PATCH', `/api/invitations/${id}`, { role: 0 })).json.description).toBe(
      'auth.link-expired',
    );
  });

  it('is hidden from other users and cannot be changed by the invited user', async () => {
    const [bob, eve] = [await join('bob'), await join('eve')];
    const id = await invited();
    for (const [method, path, body] of [
      ['PATCH', `/api/invitations/${id}`, { role: 1 }],
      ['DELETE', `/api/invitations/${id}`],
      ['POST', `/api/invitations/${id}/resend`],
    ] as const) {
      expect((await call(eve, method, path, body)).status).toBe(404);
      expect((await call(bob, method, path, body)).status).toBe(403);
    }
    expect((await call(eve, 'GET', '/api/invitations')).json.totalItems).toBe(0);
    expect(
      (await call(eve, 'GET', `/api/invitations?account.uuid=${fixture.owner.accountId}`)).json.totalItems,
    ).toBe(0);
  });

  it('is listed newest first, filtered by target and state', async () => {
    const first = await invited();
    const project = await createProject();
    const second = await invited({ projects: [project] });
    await call(null, 'PATCH', `/api/invitations/decline/${first}`);
    const ids = async (query: string) =>
      JSON.parse((await call(fixture.owner, 'GET', `/api/invitations?${query}`)).text).member.map(
        (item: { uuid: string }) => item.uuid,
      );
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('pending=true')).toEqual([second]);
    expect(await ids(`compositions=${fixture.scene}`)).toEqual([first]);
    expect(await ids(`projects=/api/projects/${project}`)).toEqual([second]);
    expect(await ids('request=true')).toEqual([]);
    expect(await ids('itemsPerPage=1')).toEqual([second]);
  });

  it('is closed once by the sweep after it expires, and deleted much later', async () => {
    const id = await invited();
    await fixture.harness
      .db('invitations')
      .where({ id })
      .update({ expires_at: fixture.harness.db.raw(`now() - interval '1 second'`) });
    const sweep = () => fixture.harness.db.transaction((trx) => sweepInvitations(trx));
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    const [event] = await fixture.harness.db('live_events').where({ resource_id: id, type: 'updated' });
    expect(event).toMatchObject({ topic: 'invitation', account_id: fixture.owner.accountId });
    const list = await call(fixture.owner, 'GET', '/api/members');
    expect(JSON.parse(list.text).member[0].grants[0].state).toBe('expired');
    await fixture.harness
      .db('invitations')
      .where({ id })
      .update({ expires_at: fixture.harness.db.raw(`now() - interval '91 days'`) });
    await sweep();
    expect(await fixture.harness.db('members').where({ account_id: fixture.owner.accountId })).toEqual([]);
  });
});
