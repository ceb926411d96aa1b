import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';

describe('a workspace', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'operator@people.test' });

  const detail = (person: Person, body: object, accountId = person.accountId) =>
    harness.call('PATCH', `/api/account-details/${accountId}`, { token: person.token, body });
  const patch = (person: Person, body: object, accountId = person.accountId) =>
    harness.call('PATCH', `/api/accounts/${accountId}`, { token: person.token, body });
  const read = (person: Person, accountId = person.accountId) =>
    harness.call('GET', `/api/accounts/${accountId}`, { token: person.token });
  const setPlan = (accountId: string, plan: string) =>
    harness.db('accounts').where({ id: accountId }).update({ plan });
  const join = (account: Person, member: Person, role: 'admin' | 'guest') =>
    harness.db('account_members').insert({ account_id: account.accountId, user_id: member.userId, role });
  const upload = async (person: Person, type: number, uploadType: string, content = ONE_PIXEL) => {
    const form = multipartForm({ type: String(type), uploadType }, ['file', 'mark.png', content]);
    const answer = await harness.call('POST', '/api/assets/upload', { token: person.token, body: form });
    return String(answer.json['@id']);
  };

  it('takes its name and appearance only from its owner and admins', async () => {
    const [owner, admin, guest, stranger] = [
      await harness.signUp('d-owner'),
      await harness.signUp('d-admin'),
      await harness.signUp('d-guest'),
      await harness.signUp('d-stranger'),
    ];
    await join(owner, admin, 'admin');
    await join(owner, guest, 'guest');
    const logo = await upload(owner, 3, 'logo');
    const changed = await detail(owner, {
      accountName: 'Atelier',
      industry: 'Furniture',
      logo,
      hasCompletedOnboarding: true,
      unit: 'cm',
      locale: 'es',
    });
    expect(changed.json).toMatchObject({
      '@type': 'AccountDetail',
      name: 'Atelier',
      industry: 'Furniture',
      hasCompletedOnboarding: true,
      hasCompletedDashboardTour: false,
      unit: 'cm',
      locale: 'es',
    });
    expect((await read(owner)).json.detail).toMatchObject({ name: 'Atelier', unit: 'cm' });
    expect((await detail(admin, { industry: null }, owner.accountId)).json.industry).toBeNull();
    expect((await detail(guest, { accountName: 'Mine' }, owner.accountId)).status).toBe(403);
    expect((await detail(stranger, { accountName: 'Mine' }, owner.accountId)).status).toBe(404);
    expect((await detail(owner, { locale: 'xx' })).json.description).toBe('locale.unsupported');
    expect((await detail(stranger, { logo })).json).toMatchObject({ violations: [{ propertyPath: 'logo' }] });
  });

  it('lists only shared items for a guest', async () => {
    const [owner, admin, guest] = [
      await harness.signUp('g-owner'),
      await harness.signUp('g-admin'),
      await harness.signUp('g-guest'),
    ];
    await join(owner, admin, 'admin');
    await join(owner, guest, 'guest');
    const make = (path: string, body: object) => harness.call('POST', path, { token: owner.token, body });
    const project = { name: 'Secret', owner: `/api/accounts/${owner.accountId}` };
    const [secret, shared] = [
      await make('/api/projects', project),
      await make('/api/projects', { ...project, name: 'Shared' }),
    ];
    await make('/api/compositions', {});
    await make('/api/compositions', { project: shared.json['@id'] });
    await make('/api/tags', { name: 'Client X', account: project.owner });
    await harness
      .db('project_members')
      .insert({ project_id: String(shared.json.uuid), user_id: guest.userId, role: 1 });
    const seen = (await read(guest, owner.accountId)).json;
    expect(seen).toMatchObject({ tags: [], totalScenes: 1, totalProjects: 1, expirationDate: null });
    expect(seen.projects).toEqual([shared.json['@id']]);
    expect((seen.users as { uuid: string }[]).map(({ uuid }) => uuid)).not.toContain(admin.userId);
    const whole = (await read(admin, owner.accountId)).json;
    expect(whole).toMatchObject({ tags: ['Client X'], totalScenes: 2, totalProjects: 2 });
    expect(whole.projects).toContain(secret.json['@id']);
  });

  it('returns the first items of each list with the totals', async () => {
    const owner = await harness.signUp('much');
    const count = 600;
    const fill = (text: string) =>
      harness.db.raw(text.replaceAll(':n', `${count}`), { account: owner.accountId } as never);
    await fill(`insert into projects (id, account_id, name, name_key)
      select gen_random_uuid(), :account, 'P ' || n, 'p ' || n from generate_series(1, :n) n`);
    await fill(`insert into users (id, name, email, avatar_color)
      select gen_random_uuid(), 'Person ' || n, n || '@much.test', '#888888' from generate_series(1, :n) n`);
    await fill(`insert into account_members (account_id, user_id, role)
      select :account, id, 'guest' from users where email like '%@much.test'`);
    await fill(`insert into invoices (id, account_id, number, amount)
      select gen_random_uuid(), :account, 'much-' || n, 100 from generate_series(1, :n) n`);
    const seen = await read(owner);
    expect(seen.json).toMatchObject({ totalMembers: count, totalInvoices: count, totalProjects: count });
    const lists = ['users', 'members', 'invoices', 'projects'].map(
      (key) => (seen.json[key] as unknown[]).length,
    );
    expect(lists).toEqual([20, 20, 20, 20]);
    expect(Buffer.byteLength(seen.text)).toBeLessThan(16_000);
    expect((seen.json.users as { uuid: string }[]).map(({ uuid }) => uuid)).toContain(owner.userId);
    const list = await harness.call('GET', `/api/projects?owner.uuid=${owner.accountId}`, {
      token: owner.token,
    });
    const [first] = JSON.parse(list.text).member;
    expect((seen.json.projects as string[])[0]).toBe(first['@id']);
  });

  it('applies its unit to new scenes', async () => {
    const owner = await harness.signUp('unit');
    await detail(owner, { unit: 'inch' });
    for (const template of [null, 'gallery']) {
      const scene = await harness.call('POST', '/api/compositions', {
        token: owner.token,
        body: { template },
      });
      const stored = await harness.call('GET', `${scene.json['@id']}/document`, { token: owner.token });
      const { document } = JSON.parse(stored.text);
      expect(document.unit).toBe('inch');
      expect(Object.keys(document.nodes).length > 0).toBe(template !== null);
    }
  });

  it('has a custom watermark only while the plan includes it, and can always remove it', async () => {
    const owner = await harness.signUp('watermark');
    const mark = await upload(owner, 8, 'watermark');
    expect((await patch(owner, { features: { customWatermark: mark } })).status).toBe(403);
    await setPlan(owner.accountId, 'starter');
    expect((await read(owner)).json.features).toMatchObject({ customWatermark: true });
    const set = await patch(owner, { features: { customWatermark: mark } });
    expect(set.json.features).toMatchObject({ customWatermark: mark });
    await setPlan(owner.accountId, 'free');
    expect((await read(owner)).json.features).toMatchObject({ customWatermark: false });
    const cleared = await patch(owner, { features: { customWatermark: null } });
    expect(cleared.status).toBe(200);
  });

  it('deletes a replaced watermark and frees its bytes, unless a scene uses it', async () => {
    const owner = await harness.signUp('marks');
    await setPlan(owner.accountId, 'starter');
    const used = async () => ((await read(owner)).json.storage as { used: number }).used;
    const show = (mark: string | null) => patch(owner, { features: { customWatermark: mark } });
    const exists = async (mark: string) =>
      (await harness.call('GET', mark, { token: owner.token })).status === 200;
    const other = Buffer.concat([ONE_PIXEL, Buffer.from('other')]);
    const first = await upload(owner, 8, 'watermark');
    const second = await upload(owner, 8, 'watermark', other);
    await show(first);
    const both = await used();
    await show(second);
    expect([await exists(first), await exists(second)]).toEqual([false, true]);
    expect(await used()).toBe(both - ONE_PIXEL.length);
    await harness.db('library_items').insert({
      id: crypto.randomUUID(),
      account_id: owner.accountId,
      name: 'Mark',
      kind: 'texture',
      asset_id: second.split('/').at(-1),
    });
    await show(null);
    expect(await exists(second)).toBe(true);
    expect(await harness.db('storage_corrections').where({ account_id: owner.accountId })).toEqual([]);
  });

  it('sorts its tags and rejects tags that differ only in case', async () => {
    const owner = await harness.signUp('tags');
    expect((await patch(owner, { tags: ['Red', 'blue'] })).json.tags).toEqual(['blue', 'Red']);
    const twice = await patch(owner, { tags: ['Red', 'RED'] });
    expect([twice.status, twice.json.description]).toEqual([422, 'tag.exists']);
  });

  it('allows further workspaces up to the plan’s limit, also for concurrent requests', async () => {
    const owner = await harness.signUp('many');
    const make = (name: string) =>
      harness.call('POST', '/api/accounts', { token: owner.token, body: { name } });
    const refused = await make('Second');
    expect([refused.status, refused.json.description]).toEqual([402, 'workspaces.limit']);
    await setPlan(owner.accountId, 'enterprise');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => make(`Studio ${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 402, 402, 402, 402]);
    const made = answers.find(({ status }) => status === 201);
    expect(made?.json).toMatchObject({
      subscriptionType: 'free',
      detail: { hasCompletedOnboarding: true },
      owner: { uuid: owner.userId },
    });
    const me = await harness.call('GET', '/api/users/me', { token: owner.token });
    expect((me.json.accounts as unknown[]).length).toBe(5);
  });

  it('can be deleted only by its owner and not if it is the last one', async () => {
    const [owner, admin] = [await harness.signUp('closer'), await harness.signUp('closer-admin')];
    const remove = (person: Person, id: string) =>
      harness.call('DELETE', `/api/accounts/${id}`, { token: person.token });
    expect((await remove(owner, owner.accountId)).status).toBe(403);
    await setPlan(owner.accountId, 'enterprise');
    const second = await harness.call('POST', '/api/accounts', { token: owner.token, body: { name: 'B' } });
    const id = String(second.json.uuid);
    expect((await remove(admin, id)).status).toBe(404);
    await harness.db('account_members').insert({ account_id: id, user_id: admin.userId, role: 'admin' });
    expect((await remove(admin, id)).status).toBe(403);
    expect((await remove(owner, id)).status).toBe(204);
    expect((await read(owner, id)).json).toMatchObject({ isActive: false });
    for (const person of [owner, admin]) {
      const { json } = await harness.call('GET', '/api/users/me', { token: person.token });
      expect((json.accounts as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual([person.accountId]);
    }
    expect((await remove(owner, owner.accountId)).status).toBe(403);
  });

  it('frees a place for another when deleted, and is no longer the default', async () => {
    const owner = await harness.signUp('remaker');
    await setPlan(owner.accountId, 'enterprise');
    const make = () => harness.call('POST', '/api/accounts', { token: owner.token, body: { name: 'More' } });
    const made: string[] = [];
    for (let answer = await make(); answer.status === 201; answer = await make()) {
      made.push(String(answer.json.uuid));
    }
    const [kept] = made;
    await setPlan(String(kept), 'enterprise');
    const removed = await harness.call('DELETE', `/api/accounts/${owner.accountId}`, { token: owner.token });
    expect(removed.status).toBe(204);
    const scene = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    expect(scene.json).toMatchObject({ account: `/api/accounts/${kept}` });
    expect([(await make()).status, (await make()).status]).toEqual([201, 402]);
  });

  it('can be suspended only by operators, and its members see that it is', async () => {
    const [owner, operator, stranger] = [
      await harness.signUp('suspended'),
      await harness.signUpConfirmed('operator'),
      await harness.signUp('s-stranger'),
    ];
    expect((await patch(owner, { isActive: false })).status).toBe(403);
    expect((await patch(stranger, { isActive: false }, owner.accountId)).status).toBe(404);
    const asked: string[] = [];
    const stop = harness.deps.access.subscribe((change) => {
      asked.push(...(change?.ids ?? []));
    });
    const done = await patch(operator, { isActive: false }, owner.accountId);
    await expect.poll(() => asked).toContain(owner.accountId);
    stop();
    expect(done.json).toMatchObject({ isActive: false, status: 'suspended' });
    expect((await read(owner)).json).toMatchObject({ isActive: false });
    const change = await detail(owner, { accountName: 'Free me' });
    expect([change.status, change.json.description]).toEqual([403, 'security.account.suspended']);
    expect((await patch(owner, { isActive: true })).status).toBe(403);
    expect((await patch(operator, { isActive: true }, owner.accountId)).json.isActive).toBe(true);
    expect((await read(operator, owner.accountId)).status).toBe(404);
  });

  it('shows its billing data only to its owner', async () => {
    const [owner, admin, stranger] = [
      await harness.signUp('books'),
      await harness.signUp('books-admin'),
      await harness.signUp('books-stranger'),
    ];
    await join(owner, admin, 'admin');
    const id = (at: number) => `01900000-0000-7000-8000-00000000000${at}`;
    await harness.db('billing_infos').insert({
      id: id(1),
      account_id: owner.accountId,
      name: 'Ada',
      email: 'ada@people.test',
      address_line1: 'Street 1',
      city: 'Madrid',
      postal_code: '28001',
      country: ' ',
    });
    await harness.db('payment_sources').insert({
      id: id(2),
      account_id: owner.accountId,
      type: 0,
      provider: 'sandbox',
      provider_ref: 'src_1',
      info: JSON.stringify({ last4: '4242' }),
      is_default: true,
    });
    await harness
      .db('invoices')
      .insert({ id: id(3), account_id: owner.accountId, number: 'D-2026-0001', amount: 5_000 });
    const get = (person: Person, path: string) => harness.call('GET', path, { token: person.token });
    const query = `?account.uuid=${owner.accountId}`;
    expect((await get(owner, `/api/billing-infos${query}`)).json.member).toEqual([
      expect.objectContaining({ '@type': 'BillingInfo', name: 'Ada', isValid: false }),
    ]);
    expect((await get(owner, '/api/payment-sources')).json.member).toEqual([
      expect.objectContaining({ type: 0, info: { last4: '4242' }, isDefault: true }),
    ]);
    expect((await get(owner, `/api/invoices${query}`)).json).toMatchObject({
      totalItems: 1,
      member: [{ number: 'D-2026-0001', amount: 5_000, currency: 'USD', downloadUrl: null }],
    });
    expect((await get(owner, `/api/invoices/${id(3)}`)).json.number).toBe('D-2026-0001');
    for (const list of ['billing-infos', 'payment-sources', 'invoices']) {
      expect((await get(admin, `/api/${list}${query}`)).status).toBe(403);
      expect((await get(stranger, `/api/${list}${query}`)).json).toMatchObject({ totalItems: 0 });
      expect((await get(admin, `/api/${list}`)).json).toMatchObject({ totalItems: 0 });
    }
    // They see the workspace but none of its invoices.
    expect((await get(admin, `/api/invoices/${id(3)}`)).status).toBe(404);
    expect((await get(stranger, `/api/invoices/${id(3)}`)).status).toBe(404);
    expect((await read(owner)).json).toMatchObject({
      billingInfo: `/api/billing-infos/${id(1)}`,
      paymentSources: [`/api/payment-sources/${id(2)}`],
      invoices: [`/api/invoices/${id(3)}`],
    });
    expect((await read(admin, owner.accountId)).json).toMatchObject({
      billingInfo: null,
      paymentSources: [],
      invoices: [],
    });
    expect((await harness.call('GET', '/api/defaults/privacy')).json).toMatchObject({ totalItems: 3 });
  });
});
