import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

type Person = Awaited<ReturnType<Harness['signUp']>>;

const STRANGE_UUID = '01900000-0000-7000-8000-0000000000aa';

describe('requests for access', () => {
  let harness: Harness;
  let owner: Person;
  let asker: Person;
  let scene: string;
  let count = 0;
  const join = (name: string) => harness.signUp(`${name}${count}`);
  const call = (person: Person | null, method: string, path: string, body?: unknown) =>
    harness.call(method, path, { token: person?.token, ...(body === undefined ? {} : { body }) });
  const ask = (uuid: unknown = scene, type = 'composition', person = asker) =>
    call(person, 'POST', '/api/access-requests', { type, uuid });
  const mailsTo = async (person: Person, template: string) =>
    harness.db('emails').where({ recipient: person.email, template });
  const permission = async (person = asker) =>
    (await call(person, 'GET', `/api/compositions/${scene}`)).json.permission ?? null;
  const requests = async (person = owner) =>
    JSON.parse((await call(person, 'GET', '/api/invitations?request=true')).text).member;

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    count += 1;
    [owner, asker] = [await join('owner'), await join('asker')];
    scene = String((await call(owner, 'POST', '/api/compositions', { name: 'Vault' })).json.uuid);
  });

  it('tell the owner who asks for what', async () => {
    expect((await ask()).status).toBe(201);
    const [mail] = await mailsTo(owner, 'access-request');
    expect(mail.props).toMatchObject({
      personName: `asker${count}`,
      email: asker.email,
      entityName: 'Vault',
    });
    expect(await requests()).toMatchObject([
      {
        request: true,
        accepted: false,
        name: `asker${count}`,
        email: asker.email,
        role: 1,
        entity: { name: 'Vault' },
        createdBy: { name: `asker${count}` },
      },
    ]);
    const [event] = await harness
      .db('live_events')
      .where({ topic: 'invitation', account_id: owner.accountId });
    expect(event.type).toBe('created');
  });

  it('do not tell whether there is such a thing, nor what it is called or whose it is', async () => {
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
    const [real, absent] = [await ask(), await ask(STRANGE_UUID)];
    expect([real.status, absent.status]).toEqual([201, 201]);
    expect(shape(real.text)).toEqual(shape(absent.text));
    expect(shape(real.text)).toMatchObject({ account: null, createdBy: null, member: null });
    expect((await ask()).json.uuid).toBe(real.json.uuid);
    expect((await ask(STRANGE_UUID)).json.uuid).toBe(absent.json.uuid);
    for (const { json } of [real, absent]) {
      expect((await call(asker, 'GET', String(json['@id']))).status).toBe(404);
      expect((await call(asker, 'PATCH', `/api/invitations/accept/${json.uuid}`)).status).toBe(404);
      expect((await call(asker, 'PATCH', `/api/invitations/accept-request/${json.uuid}`)).status).toBe(404);
      expect((await call(asker, 'PATCH', `/api/invitations/decline/${json.uuid}`)).status).toBe(404);
    }
    expect(await permission()).toBeNull();
  });

  it('reach the owner once a day for a person and a thing, even after a no', async () => {
    await Promise.all([ask(), ask(), ask()]);
    const [request] = await requests();
    await call(owner, 'DELETE', request['@id']);
    await ask();
    expect(await requests()).toEqual([]);
    expect(await mailsTo(owner, 'access-request')).toHaveLength(1);
    await harness.db('invitations').update({ mailed_at: harness.db.raw(`now() - interval '25 hours'`) });
    await ask();
    expect(await mailsTo(owner, 'access-request')).toHaveLength(2);
    expect(await requests()).toHaveLength(1);
  });

  it('are granted with the role the owner chooses, once, and answered by mail', async () => {
    await ask();
    const [request] = await requests();
    const path = `/api/invitations/accept-request/${request.uuid}`;
    expect((await call(owner, 'PATCH', path, { role: 3 })).status).toBe(422);
    const answers = await Promise.all([call(owner, 'PATCH', path, { role: 0 }), call(owner, 'PATCH', path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(['edit', 'view']).toContain(await permission());
    const mails = await mailsTo(asker, 'request-granted');
    expect(mails).toHaveLength(1);
    expect(mails[0].props).toMatchObject({ entityName: 'Vault', granterName: `owner${count}` });
    expect(mails[0].props.url).toMatch(new RegExp(`/en/builder/${scene}$`));
    const members = JSON.parse((await call(owner, 'GET', '/api/members')).text).member;
    expect(members).toMatchObject([{ extra: { email: asker.email, pending: false } }]);
    expect((await ask()).json.description).toBe('invitation.duplicate');
  });

  it('are refused by mail that names nothing', async () => {
    await ask();
    const [request] = await requests();
    expect((await call(owner, 'DELETE', request['@id'])).status).toBe(204);
    const [mail] = await mailsTo(asker, 'request-declined');
    expect(JSON.stringify(mail.props)).not.toContain('Vault');
    expect(await permission()).toBeNull();
    expect(
      (await call(owner, 'PATCH', `/api/invitations/accept-request/${request.uuid}`)).json.description,
    ).toBe('auth.link-expired');
  });

  it('can be taken back by who asked, without a mail', async () => {
    const { json } = await ask();
    expect((await call(asker, 'DELETE', String(json['@id']))).status).toBe(204);
    expect(await requests()).toEqual([]);
    expect(await mailsTo(asker, 'request-declined')).toEqual([]);
  });

  it('are seen and answered by nobody else', async () => {
    const eve = await join('eve');
    const { json } = await ask();
    expect(await requests(eve)).toEqual([]);
    expect((await call(eve, 'PATCH', `/api/invitations/accept-request/${json.uuid}`)).status).toBe(404);
    expect((await call(eve, 'DELETE', String(json['@id']))).status).toBe(404);
    expect(await requests()).toHaveLength(1);
  });

  it('go for projects and workspaces too, under each of their names', async () => {
    const project = await call(owner, 'POST', '/api/projects', { name: 'Secret', owner: owner.accountId });
    for (const type of ['project', 'projects']) {
      expect((await ask(project.json.uuid, type)).status).toBe(201);
    }
    expect((await ask(`/api/accounts/${owner.accountId}`, 'account')).json.role).toBe(3);
    const titles = (await requests()).map((request: { subject: string }) => request.subject);
    expect(titles.sort()).toEqual(['accounts', 'projects']);
    expect((await ask(scene, 'universe')).status).toBe(422);
    expect((await ask(scene, 'constructor')).status).toBe(422);
  });
});
