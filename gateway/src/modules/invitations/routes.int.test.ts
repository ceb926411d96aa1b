import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { UNKNOWN_UUID } from './invitations-fixture.ts';

describe('access requests', () => {
  const fixture = useWorkspace();
  const { callAs: call, join, named } = fixture;
  let asker: Person;
  let scene: string;
  const ask = (uuid: unknown = scene, type = 'composition', person = asker) =>
    call(person, 'POST', '/api/access-requests', { type, uuid });
  const mailsTo = async (person: Person, template: string) =>
    fixture.harness.db('emails').where({ recipient: person.email, template });
  const permission = async (person = asker) =>
    (await call(person, 'GET', `/api/compositions/${scene}`)).json.permission ?? null;
  const requests = async (person = fixture.owner) =>
    JSON.parse((await call(person, 'GET', '/api/invitations?request=true')).text).member;

  beforeEach(async () => {
    asker = await join('asker');
    await fixture.harness.confirmEmail(fixture.owner);
    scene = idOf(await fixture.createScene({ name: 'Vault' }));
  });

  it('notify the owner with the requester and the scene', async () => {
    await fixture.harness.confirmEmail(asker);
    expect((await ask()).status).toBe(201);
    const [mail] = await mailsTo(fixture.owner, 'access-request');
    expect(mail.props).toMatchObject({ personName: named('asker'), email: asker.email, entityName: 'Vault' });
    expect(await requests()).toMatchObject([
      {
        request: true,
        accepted: false,
        name: named('asker'),
        email: asker.email,
        role: 1,
        entity: { name: 'Vault' },
        createdBy: { name: named('asker') },
      },
    ]);
    const [event] = await fixture.harness
      .db('live_events')
      .where({ topic: 'invitation', account_id: fixture.owner.accountId });
    expect(event.type).toBe('created');
  });

  it('report whether the requester’s address is confirmed', async () => {
    await ask();
    expect(await requests()).toMatchObject([{ email: asker.email, isEmailConfirmed: false }]);
    await fixture.harness.confirmEmail(asker);
    expect(await requests()).toMatchObject([{ email: asker.email, isEmailConfirmed: true }]);
    // The old address may belong to another user by now.
    await fixture.harness.db('users').where({ id: asker.userId }).update({ email: 'moved@people.test' });
    expect(await requests()).toMatchObject([{ email: asker.email, isEmailConfirmed: false }]);
  });

  it('do not reveal whether a scene exists, its name or its owner', async () => {
    const shape = (text: string) => {
      const { '@id': id, uuid, entity, entities, expiresAt, createdAt, ...rest } = JSON.parse(text);
      expect([id, entity, entities.length]).toEqual([
        `/api/invitations/${uuid}`,
        { '@id': expect.stringMatching(/^\/api\/compositions\//), name: '', thumbnail: null },
        1,
      ]);
      expect([typeof expiresAt, typeof createdAt]).toEqual(['string', 'string']);
      return rest;
    };
    const [real, absent] = [await ask(), await ask(UNKNOWN_UUID)];
    expect([real.status, absent.status]).toEqual([201, 201]);
    expect(shape(real.text)).toEqual(shape(absent.text));
    expect(shape(real.text)).toMatchObject({ account: null, createdBy: null, member: null });
    expect((await ask()).json.uuid).toBe(real.json.uuid);
    expect((await ask(UNKNOWN_UUID)).json.uuid).toBe(absent.json.uuid);
    for (const { json } of [real, absent]) {
      expect((await call(asker, 'GET', String(json['@id']))).status).toBe(404);
      expect((await call(asker, 'PATCH', `/api/invitations/accept/${json.uuid}`)).status).toBe(404);
      expect((await call(asker, 'PATCH', `/api/invitations/accept-request/${json.uuid}`)).status).toBe(404);
      expect((await call(asker, 'PATCH', `/api/invitations/decline/${json.uuid}`)).status).toBe(404);
    }
    expect(await permission()).toBeNull();
  });

  it('reach the owner once a day per user and scene, also after a rejection', async () => {
    await Promise.all([ask(), ask(), ask()]);
    const [request] = await requests();
    await call(fixture.owner, 'DELETE', request['@id']);
    await ask();
    expect(await requests()).toEqual([]);
    expect(await mailsTo(fixture.owner, 'access-request')).toHaveLength(1);
    await fixture.harness
      .db('invitations')
      .update({ mailed_at: fixture.harness.db.raw(`now() - interval '25 hours'`) });
    await ask();
    expect(await mailsTo(fixture.owner, 'access-request')).toHaveLength(2);
    expect(await requests()).toHaveLength(1);
  });

  it('are granted once with the role that the owner chooses, and answered by mail', async () => {
    await ask();
    const [request] = await requests();
    const path = `/api/invitations/accept-request/${request.uuid}`;
    expect((await call(fixture.owner, 'PATCH', path, { role: 3 })).status).toBe(422);
    const answers = await Promise.all([
      call(fixture.owner, 'PATCH', path, { role: 0 }),
      call(fixture.owner, 'PATCH', path),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(['edit', 'view']).toContain(await permission());
    const mails = await mailsTo(asker, 'request-granted');
    expect(mails).toHaveLength(1);
    expect(mails[0].props).toMatchObject({ entityName: 'Vault', granterName: named('owner') });
    expect(mails[0].props.url).toMatch(new RegExp(`/en/builder/${scene}$`));
    const members = JSON.parse((await call(fixture.owner, 'GET', '/api/members')).text).member;
    expect(members).toMatchObject([{ extra: { email: asker.email, pending: false } }]);
    expect((await ask()).json.description).toBe('invitation.duplicate');
  });

  it('are declined by a mail that names no scene', async () => {
    await ask();
    const [request] = await requests();
    expect((await call(fixture.owner, 'DELETE', request['@id'])).status).toBe(204);
    const [mail] = await mailsTo(asker, 'request-declined');
    expect(JSON.stringify(mail.props)).not.toContain('Vault');
    expect(await permission()).toBeNull();
    expect(
      (await call(fixture.owner, 'PATCH', `/api/invitations/accept-request/${request.uuid}`)).json
        .description,
    ).toBe('auth.link-expired');
  });

  it('can be withdrawn by the requester without a mail', async () => {
    const { json } = await ask();
    expect((await call(asker, 'DELETE', String(json['@id']))).status).toBe(204);
    expect(await requests()).toEqual([]);
    expect(await mailsTo(asker, 'request-declined')).toEqual([]);
  });

  it('can be neither seen nor answered by other users', async () => {
    const eve = await join('eve');
    const { json } = await ask();
    expect(await requests(eve)).toEqual([]);
    expect((await call(eve, 'PATCH', `/api/invitations/accept-request/${json.uuid}`)).status).toBe(404);
    expect((await call(eve, 'DELETE', String(json['@id']))).status).toBe(404);
    expect(await requests()).toHaveLength(1);
  });

  it('work for projects and workspaces, under each type name', async () => {
    const project = await call(fixture.owner, 'POST', '/api/projects', {
      name: 'Secret',
      owner: fixture.owner.accountId,
    });
    for (const type of ['project', 'projects']) {
      expect((await ask(project.json.uuid, type)).status).toBe(201);
    }
    expect((await ask(`/api/accounts/${fixture.owner.accountId}`, 'account')).json.role).toBe(3);
    const titles = (await requests()).map((request: { subject: string }) => request.subject);
    expect(titles.sort()).toEqual(['accounts', 'projects']);
    expect((await ask(scene, 'universe')).status).toBe(422);
    expect((await ask(scene, 'constructor')).status).toBe(422);
  });
});
