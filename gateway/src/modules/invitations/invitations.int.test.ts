import { sweepInvitations } from '@diorama/shared/server/db/repositories/invitations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

type Person = Awaited<ReturnType<Harness['signUp']>>;
type Wish = { email?: string; role?: number; [list: string]: unknown };

const STRANGE_UUID = '01900000-0000-7000-8000-0000000000aa';

describe('invitations', () => {
  let harness: Harness;
  let owner: Person;
  let scene: string;
  let count = 0;
  const address = (name: string) => `${name}${count}@people.test`;
  const join = (name: string) => harness.signUp(`${name}${count}`);
  const call = (person: Person | null, method: string, path: string, body?: unknown) =>
    harness.call(method, path, { token: person?.token, ...(body === undefined ? {} : { body }) });
  const createScene = async (body: object = {}, person = owner) =>
    String((await call(person, 'POST', '/api/compositions', body)).json.uuid);
  const createProject = async (name = 'Kitchen') =>
    String((await call(owner, 'POST', '/api/projects', { name, owner: owner.accountId })).json.uuid);
  const invite = (wish: Wish, person = owner) =>
    call(person, 'POST', '/api/invitations', {
      email: address('bob'),
      role: 0,
      ...(wish.projects || wish.accounts ? {} : { compositions: [`/api/compositions/${scene}`] }),
      ...wish,
    });
  const invited = async (wish: Wish = {}) => {
    const answer = await invite(wish);
    expect(answer.status, answer.text).toBe(201);
    return String(answer.json.uuid);
  };
  const accept = (person: Person, id: string) => call(person, 'PATCH', `/api/invitations/accept/${id}`);
  const mailsTo = async (email: string, template: string) =>
    harness.db('emails').where({ recipient: email, template }).orderBy('created_at');
  const permission = async (person: Person, id = scene) =>
    (await call(person, 'GET', `/api/compositions/${id}`)).json.permission ?? null;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    count += 1;
    owner = await join('owner');
    scene = await createScene({ name: 'Showroom' });
  });

  describe('being made', () => {
    it('writes in the language of who is invited, else in that of the workspace', async () => {
      const known = await join('known');
      const path = `/api/account-details/${owner.accountId}`;
      expect((await call(owner, 'PATCH', path, { locale: 'es' })).status).toBe(200);
      await invited();
      await invited({ email: known.email });
      const [stranger] = await mailsTo(address('bob'), 'invitation');
      const [person] = await mailsTo(known.email, 'invitation');
      expect([stranger?.locale, person?.locale]).toEqual(['es', 'en']);
      expect(stranger?.props.url).toContain('/es/accept-invitation/');
    });

    it('says who invites whom to what, for seven days, and mails the link', async () => {
      const { status, json } = await invite({ email: ` ${address('bob').toUpperCase()} ` });
      expect(status).toBe(201);
      expect(json).toMatchObject({
        '@type': 'Invitation',
        accepted: false,
        declined: false,
        email: address('bob'),
        name: `bob${count}`,
        role: 0,
        permission: 'edit',
        subject: 'compositions',
        account: `/api/accounts/${owner.accountId}`,
        entity: { '@id': `/api/compositions/${scene}`, name: 'Showroom', thumbnail: null },
        createdBy: { name: `owner${count}` },
        request: false,
      });
      const days = (Date.parse(String(json.expiresAt)) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(6.9);
      expect(days).toBeLessThan(7.1);
      const [mail] = await mailsTo(address('bob'), 'invitation');
      expect(mail.props).toMatchObject({
        inviterName: `owner${count}`,
        entityName: 'Showroom',
        permission: 'edit',
      });
      expect(mail.props.url).toMatch(new RegExp(`/en/accept-invitation/${json.uuid}$`));
    });

    it('is refused for what is no role there, no list, two lists or two workspaces', async () => {
      const project = await createProject();
      const refused: [Wish, string][] = [
        [{ role: 2 }, 'role'],
        [{ accounts: [owner.accountId], role: 0 }, 'role'],
        [{ compositions: [] }, 'compositions'],
        [{ compositions: undefined }, 'compositions'],
        [{ compositions: [scene], projects: [project] }, 'compositions'],
        [{ role: 7 }, 'role'],
        [{ email: 'bob@people.test\r\nBcc: eve@people.test' }, 'email'],
        [{ email: 'nobody' }, 'email'],
      ];
      for (const [wish, path] of refused) {
        const answer = await invite(wish);
        expect([answer.status, answer.json.description], JSON.stringify(wish)).toEqual([
          422,
          'request.invalid',
        ]);
        expect(JSON.parse(answer.text).violations[0].propertyPath.split('.')[0]).toBe(path);
      }
      expect(await harness.db('invitations').where({ account_id: owner.accountId })).toEqual([]);
    });

    it('is nothing for strangers to do, and not allowed to those who only see the thing', async () => {
      const stranger = await join('stranger');
      const hidden = await invite({}, stranger);
      const absent = await invite({ compositions: [STRANGE_UUID] }, stranger);
      expect([hidden.status, hidden.text]).toEqual([404, absent.text]);
      await accept(stranger, await invited({ email: stranger.email, role: 0 }));
      const seen = await invite({ email: address('eve') }, stranger);
      expect([seen.status, seen.json.description]).toEqual([403, 'security.not-allowed']);
    });

    it('is a duplicate for the owner, for who has it, is invited or administers', async () => {
      const bob = await join('bob');
      const duplicate = async (wish: Wish) => {
        const answer = await invite(wish);
        expect([answer.status, answer.json.description, answer.json.title], JSON.stringify(wish)).toEqual([
          422,
          'invitation.duplicate',
          'This user is already invited to this scene',
        ]);
      };
      await duplicate({ email: owner.email });
      const first = await invited();
      await duplicate({});
      await duplicate({ role: 1, email: address('bob').toUpperCase() });
      await accept(bob, first);
      await duplicate({});
      await invited({ email: address('admin'), accounts: [owner.accountId], role: 2 });
      await duplicate({ email: address('admin'), accounts: [owner.accountId], role: 3 });
      const admin = await join('admin');
      const [pending] = await harness.db('invitations').where({ email: admin.email });
      expect((await accept(admin, pending.id)).status).toBe(200);
      await duplicate({ email: admin.email });
    });

    it('goes once to an address that two people invite at the same moment', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => invite({})));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
      expect(await mailsTo(address('bob'), 'invitation')).toHaveLength(1);
      expect(await harness.db('members').where({ email: address('bob') })).toHaveLength(1);
    });

    it('is limited to a hundred a day and workspace, referrals included', async () => {
      const limited = await startHarness({ RATE_LIMIT_FACTOR: '0.03' });
      try {
        const ada = await limited.signUp('ada');
        const send = (email: string) =>
          limited.call('POST', '/api/invitations', {
            token: ada.token,
            body: { email, role: 3, accounts: [ada.accountId] },
          });
        const statuses = [(await send('a@people.test')).status, (await send('b@people.test')).status];
        const referral = await limited.call('POST', '/api/referral/send', {
          token: ada.token,
          body: { email: 'c@people.test' },
        });
        const fourth = await send('d@people.test');
        expect([...statuses, referral.status, fourth.status]).toEqual([201, 201, 200, 422]);
        expect(fourth.json).toMatchObject({
          description: 'invitation.limit',
          title: 'You have exceeded your invitation limit. Please try again later.',
        });
      } finally {
        await limited.close();
      }
    });

    it('is refused by a workspace over its quota or suspended', async () => {
      await harness.db('accounts').where({ id: owner.accountId }).update({ storage_used: 3_000_000_000 });
      for (const wish of [
        {},
        { accounts: [owner.accountId], role: 3 },
        { projects: [await createProject()] },
      ]) {
        expect((await invite(wish)).json.description).toBe('security.account.overflown_storage');
      }
      await harness
        .db('accounts')
        .where({ id: owner.accountId })
        .update({ storage_used: 0, is_active: false });
      expect((await invite({})).json.description).toBe('security.account.suspended');
      expect((await invite({ accounts: [owner.accountId], role: 3 })).json.description).toBe(
        'security.account.suspended',
      );
    });
  });

  describe('being answered', () => {
    it('lets the person in at once, tells the inviter and makes a member', async () => {
      const bob = await join('bob');
      const id = await invited();
      expect(await permission(bob)).toBeNull();
      const answer = await accept(bob, id);
      expect([answer.status, answer.json.accepted, answer.json.name]).toEqual([200, true, `bob${count}`]);
      expect(await permission(bob)).toBe('edit');
      const shared = await call(bob, 'GET', '/api/compositions?sharedWithMeOnly=true');
      expect(shared.json.totalItems).toBe(1);
      const [mail] = await mailsTo(owner.email, 'invitation-accepted');
      expect(mail.props).toMatchObject({
        personName: `bob${count}`,
        email: bob.email,
        entityName: 'Showroom',
      });
      const { json } = await call(owner, 'GET', `/api/compositions/${scene}`);
      expect(json.members).toEqual([answer.json.member]);
    });

    it('works once, however many tabs accept at the same moment', async () => {
      const bob = await join('bob');
      const id = await invited();
      const answers = await Promise.all(Array.from({ length: 8 }, () => accept(bob, id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
      expect(
        new Set(answers.filter(({ status }) => status === 422).map(({ json }) => json.description)),
      ).toEqual(new Set(['auth.link-expired']));
      expect(await mailsTo(owner.email, 'invitation-accepted')).toHaveLength(1);
    });

    it('is refused with another address, which changes nothing', async () => {
      const eve = await join('eve');
      const answer = await accept(eve, await invited());
      expect([answer.status, answer.json.description]).toEqual([403, 'invitation.other-address']);
      expect(await permission(eve)).toBeNull();
    });

    it('shows the link to everybody who has it, and no picture once it is closed', async () => {
      const objectId = '01900000-0000-7000-8000-00000000000b';
      await harness.db('objects').insert({
        id: objectId,
        account_id: owner.accountId,
        sha256: Buffer.alloc(32, count),
        key: `k${count}`,
        size: 1,
        content_type: 'image/webp',
      });
      await harness.db('compositions').where({ id: scene }).update({ thumbnail_object: objectId });
      const id = await invited();
      const look = async () => JSON.parse((await call(null, 'GET', `/api/invitations/${id}`)).text);
      expect((await look()).entity.thumbnail).toMatch(/\/files\//);
      await call(null, 'PATCH', `/api/invitations/decline/${id}`);
      expect(await look()).toMatchObject({ declined: true, entity: { name: 'Showroom', thumbnail: null } });
      expect((await call(null, 'GET', `/api/invitations/${STRANGE_UUID}`)).status).toBe(404);
      await harness.db('compositions').where({ id: scene }).update({ thumbnail_object: null });
      await harness.db('objects').where({ id: objectId }).delete();
    });

    it('cannot be accepted once declined, expired, taken back or of a scene in the trash', async () => {
      const bob = await join('bob');
      const declined = await invited();
      expect((await call(null, 'PATCH', `/api/invitations/decline/${declined}`)).json.declined).toBe(true);
      expect((await accept(bob, declined)).json.description).toBe('auth.link-expired');
      const again = await call(null, 'PATCH', `/api/invitations/decline/${declined}`);
      expect(again.json.description).toBe('auth.link-expired');
      const expired = await invited();
      await harness.db('invitations').where({ id: expired }).update({ expires_at: harness.db.fn.now() });
      expect((await accept(bob, expired)).json).toMatchObject({
        status: 422,
        title: 'This link has expired. Please request a new one',
      });
      const revoked = await invited();
      expect((await call(owner, 'DELETE', `/api/invitations/${revoked}`)).status).toBe(204);
      expect((await accept(bob, revoked)).status).toBe(404);
      const trashed = await invited();
      await call(owner, 'DELETE', `/api/compositions/${scene}`);
      expect((await accept(bob, trashed)).status).toBe(404);
      expect(await permission(bob)).toBeNull();
    });

    it('waits while the workspace is suspended', async () => {
      const bob = await join('bob');
      const id = await invited();
      await harness.db('accounts').where({ id: owner.accountId }).update({ is_active: false });
      expect((await accept(bob, id)).json.description).toBe('security.account.suspended');
      await harness.db('accounts').where({ id: owner.accountId }).update({ is_active: true });
      expect((await accept(bob, id)).status).toBe(200);
    });

    it('never takes a stronger role away', async () => {
      const bob = await join('bob');
      const project = await createProject();
      const inProject = await createScene({ project });
      await accept(bob, await invited({ projects: [project], role: 0 }));
      expect(await permission(bob, inProject)).toBe('edit');
      await accept(bob, await invited({ compositions: [inProject], role: 1 }));
      expect(await permission(bob, inProject)).toBe('edit');
      const id = await invited({ accounts: [owner.accountId], role: 2 });
      await accept(bob, id);
      expect(await permission(bob)).toBe('admin');
      const me = await call(bob, 'GET', '/api/users/me');
      expect(JSON.parse(me.text).accounts.map((account: { role: string }) => account.role)).toEqual([
        'owner',
        'admin',
      ]);
    });

    it('names several things at once, and gives all of them', async () => {
      const bob = await join('bob');
      const second = await createScene({ name: 'Garden' });
      const answer = await invite({ compositions: [scene, second, scene] });
      expect(JSON.parse(answer.text).entities.map((entity: { name: string }) => entity.name)).toEqual([
        'Showroom',
        'Garden',
      ]);
      expect((await mailsTo(bob.email, 'invitation'))[0].props.others).toBe(1);
      await accept(bob, String(answer.json.uuid));
      expect([await permission(bob), await permission(bob, second)]).toEqual(['edit', 'edit']);
    });
  });

  describe('being looked after', () => {
    it('can be sent again, which opens it for another seven days', async () => {
      const id = await invited();
      await harness
        .db('invitations')
        .where({ id })
        .update({ expires_at: harness.db.raw(`now() - interval '1 day'`) });
      const { status, json } = await call(owner, 'POST', `/api/invitations/${id}/resend`);
      expect(status).toBe(200);
      expect(Date.parse(String(json.expiresAt))).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      expect(await mailsTo(address('bob'), 'invitation')).toHaveLength(2);
      const bob = await join('bob');
      expect((await accept(bob, id)).status).toBe(200);
      expect((await call(owner, 'POST', `/api/invitations/${id}/resend`)).json.description).toBe(
        'auth.link-expired',
      );
    });

    it('takes another role while it waits, of those that fit', async () => {
      const bob = await join('bob');
      const id = await invited({ role: 0 });
      expect((await call(owner, 'PATCH', `/api/invitations/${id}`, { role: 1 })).json.permission).toBe(
        'view',
      );
      expect((await call(owner, 'PATCH', `/api/invitations/${id}`, { role: 2 })).status).toBe(422);
      await accept(bob, id);
      expect(await permission(bob)).toBe('view');
      expect((await call(owner, 'PATCH', `/api/invitations/${id}`, { role: 0 })).json.description).toBe(
        'auth.link-expired',
      );
    });

    it('is nobody else’s business, and for the invited not to change', async () => {
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
        (await call(eve, 'GET', `/api/invitations?account.uuid=${owner.accountId}`)).json.totalItems,
      ).toBe(0);
    });

    it('is listed newest first, by what it is about and whether it waits', async () => {
      const first = await invited();
      const project = await createProject();
      const second = await invited({ projects: [project] });
      await call(null, 'PATCH', `/api/invitations/decline/${first}`);
      const ids = async (query: string) =>
        JSON.parse((await call(owner, 'GET', `/api/invitations?${query}`)).text).member.map(
          (item: { uuid: string }) => item.uuid,
        );
      expect(await ids('')).toEqual([second, first]);
      expect(await ids('pending=true')).toEqual([second]);
      expect(await ids(`compositions=${scene}`)).toEqual([first]);
      expect(await ids(`projects=/api/projects/${project}`)).toEqual([second]);
      expect(await ids('request=true')).toEqual([]);
      expect(await ids('itemsPerPage=1')).toEqual([second]);
    });

    it('is closed by the sweep when its time is over, once, and forgotten much later', async () => {
      const id = await invited();
      await harness
        .db('invitations')
        .where({ id })
        .update({ expires_at: harness.db.raw(`now() - interval '1 second'`) });
      const sweep = () => harness.db.transaction((trx) => sweepInvitations(trx));
      expect([await sweep(), await sweep()]).toEqual([1, 0]);
      const [event] = await harness.db('live_events').where({ resource_id: id, type: 'updated' });
      expect(event).toMatchObject({ topic: 'invitation', account_id: owner.accountId });
      const list = await call(owner, 'GET', '/api/members');
      expect(JSON.parse(list.text).member[0].grants[0].state).toBe('expired');
      await harness
        .db('invitations')
        .where({ id })
        .update({ expires_at: harness.db.raw(`now() - interval '91 days'`) });
      await sweep();
      expect(await harness.db('members').where({ account_id: owner.accountId })).toEqual([]);
    });
  });

  describe('brought to a sign-up', () => {
    const signUp = (email: string, invitation: string) =>
      harness.call('POST', '/api/users/signup', {
        body: { email, password: 'a long enough pass', username: 'New', invitation },
      });

    it('is accepted in the same step', async () => {
      const answer = await signUp(address('new'), await invited({ email: address('new') }));
      expect([answer.status, answer.json.notices]).toEqual([201, []]);
      const scenes = await harness.call('GET', `/api/compositions/${scene}`, {
        token: String(answer.json.token),
      });
      expect(scenes.json.permission).toBe('edit');
      expect(await mailsTo(owner.email, 'invitation-accepted')).toHaveLength(1);
    });

    it('never stops it when it is wrong, spent or another’s', async () => {
      const bobs = await invited();
      const expired = await invited({ email: address('late') });
      await harness.db('invitations').where({ id: expired }).update({ expires_at: harness.db.fn.now() });
      const tries: [string, string, string][] = [
        [address('eve'), bobs, 'invitation.other-address'],
        [address('late'), expired, 'invitation.expired'],
        [address('odd'), STRANGE_UUID, 'invitation.unknown'],
        [address('odder'), 'no-uuid', 'invitation.unknown'],
      ];
      for (const [email, invitation, notice] of tries) {
        const answer = await signUp(email, invitation);
        expect([answer.status, answer.json.notices], email).toEqual([201, [notice]]);
      }
    });

    it('gives nothing to somebody who signs up with an invited address but without the link', async () => {
      await invited();
      const bob = await join('bob');
      expect((await call(bob, 'GET', '/api/invitations')).json.totalItems).toBe(0);
      expect((await call(bob, 'GET', '/api/members')).json.totalItems).toBe(0);
      expect(await permission(bob)).toBeNull();
    });
  });
});
