import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { describe, expect, it, vi } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';
import { openLiveStream } from '../../test/live-stream.ts';
import { multipartForm } from '../../test/multipart-form.ts';

describe('a user', () => {
  const harness = useHarness();

  const patch = (person: Person, body: object, headers: Record<string, string> = {}) =>
    harness.call('PATCH', `/api/users/${person.userId}`, { token: person.token, body, headers });
  const PROOF = { password: 'a long enough pass' };
  /** Requests another address with the right password. */
  const move = (person: Person, email: string) => patch(person, { email, proof: PROOF });
  const mails = (template: string, recipient: string) =>
    harness.db('emails').where({ template, recipient }).orderBy('created_at');
  const tokenOf = (mail: { props: { url: string } }) => String(mail.props.url).split('/').at(-1) ?? '';
  const confirm = (person: Person, token: string) =>
    harness.call('PATCH', `/api/users/email-confirmation/${person.userId}`, { body: { token } });

  it('receives a mail whose link confirms the address once', async () => {
    const person = await harness.signUp('greeted');
    const [mail] = await mails('confirm', person.email);
    expect(mail.props.url).toContain(`/en/confirm-email/${person.userId}/`);
    const stranger = await harness.signUp('stranger-of-links');
    expect((await confirm(stranger, tokenOf(mail))).json.description).toBe('auth.link-expired');
    const done = await confirm(person, tokenOf(mail));
    expect(done.json).toEqual({ email: person.email, purpose: 'sign-up' });
    const me = await harness.call('GET', '/api/users/me', { token: person.token });
    expect(me.json).toMatchObject({ isEmailConfirmed: true });
    expect((await confirm(person, tokenOf(mail))).json.description).toBe('auth.link-expired');
  });

  it('changes profile fields and clears those that are null', async () => {
    const person = await harness.signUp('profile');
    const changed = await patch(person, {
      name: '  Ada\u202e ',
      lastName: 'Lovelace',
      locale: 'es',
      timezone: 'Europe/Madrid',
      type: 2,
    });
    expect(changed.json).toMatchObject({
      name: 'Ada',
      lastName: 'Lovelace',
      locale: 'es',
      shortLocale: 'es',
      timezone: 'Europe/Madrid',
      type: 2,
    });
    const cleared = await patch(person, { lastName: null, timezone: null });
    expect(cleared.json).toMatchObject({ name: 'Ada', lastName: null, timezone: null });
  });

  it('cannot choose an unsupported language or time zone', async () => {
    const person = await harness.signUp('polyglot');
    const language = await patch(person, { locale: 'fr' }, { 'accept-language': 'es' });
    expect([language.status, language.json.description]).toEqual([422, 'locale.unsupported']);
    expect((await patch(person, { locale: 'en; drop' })).status).toBe(422);
    expect((await patch(person, { timezone: 'Mars/Olympus' })).json).toMatchObject({
      violations: [{ propertyPath: 'timezone' }],
    });
  });

  it('cannot change or delete another user', async () => {
    const [one, other] = [await harness.signUp('one'), await harness.signUp('other')];
    const change = await harness.call('PATCH', `/api/users/${other.userId}`, {
      token: one.token,
      body: { name: 'Mine' },
    });
    expect(change.status).toBe(404);
    const removal = await harness.call('DELETE', `/api/users/${other.userId}`, {
      token: one.token,
      body: { password: 'a long enough pass' },
    });
    expect(removal.status).toBe(404);
  });

  it('changes the password with the current one, which ends all other sessions', async () => {
    const person = await harness.signUp('careful');
    const signIn = (password: string) =>
      harness.call('POST', '/api/login', { body: { email: person.email, password } });
    const elsewhere = String((await signIn('a long enough pass')).json.token);
    const wrong = await patch(person, { password: { current: 'not this', next: 'a whole new secret' } });
    expect(wrong.json).toMatchObject({ status: 422, violations: [{ propertyPath: 'password.current' }] });
    const common = await patch(person, { password: { current: 'a long enough pass', next: 'password123' } });
    expect(common.json).toMatchObject({ violations: [{ propertyPath: 'password.next' }] });
    const done = await patch(person, {
      password: { current: 'a long enough pass', next: 'a whole new secret' },
    });
    expect(done.status).toBe(200);
    expect((await harness.call('GET', '/api/users/me', { token: elsewhere })).status).toBe(401);
    expect((await harness.call('GET', '/api/users/me', { token: person.token })).status).toBe(200);
    expect((await signIn('a long enough pass')).status).toBe(401);
    expect((await signIn('a whole new secret')).status).toBe(200);
    expect(await mails('password-changed', person.email)).toHaveLength(1);
  });

  describe('who changes the email address', () => {
    it('keeps the old address until the new one is confirmed within an hour', async () => {
      const person = await harness.signUp('mover');
      const asked = await move(person, ' Mover.New@people.test ');
      expect(asked.json).toMatchObject({ email: person.email, pendingEmail: 'mover.new@people.test' });
      const [mail] = await mails('email-change', 'mover.new@people.test');
      expect((await confirm(person, tokenOf(mail))).json).toEqual({
        email: 'mover.new@people.test',
        purpose: 'change',
      });
      const me = await harness.call('GET', '/api/users/me', { token: person.token });
      expect(me.json).toMatchObject({ email: 'mover.new@people.test', pendingEmail: null });
      expect(await mails('email-changed', person.email)).toHaveLength(1);
      await move(person, 'mover.late@people.test');
      const [late] = await mails('email-change', 'mover.late@people.test');
      await harness
        .db('email_confirmations')
        .where({ email: 'mover.late@people.test' })
        .update({ expires_at: new Date(Date.now() - 1_000) });
      expect((await confirm(person, tokenOf(late))).json.description).toBe('auth.link-expired');
    });

    it('can use only the last link, and can withdraw the change', async () => {
      const person = await harness.signUp('undecided');
      await move(person, 'first@people.test');
      await move(person, 'second@people.test');
      const [first] = await mails('email-change', 'first@people.test');
      const [second] = await mails('email-change', 'second@people.test');
      expect((await confirm(person, tokenOf(first))).status).toBe(422);
      expect((await patch(person, { email: person.email })).json.pendingEmail).toBeNull();
      expect((await confirm(person, tokenOf(second))).status).toBe(422);
    });

    it('gets the same response for a taken address, whose owner gets no mail', async () => {
      const [person, holder] = [await harness.signUp('curious'), await harness.signUp('holder')];
      const taken = await move(person, holder.email);
      const free = await move(person, 'nobody-has@people.test');
      expect(taken.status).toBe(free.status);
      expect(taken.json.pendingEmail).toBe(holder.email);
      expect(await mails('email-change', holder.email)).toEqual([]);
    });

    it('cannot confirm an address that another user confirmed first', async () => {
      const [one, two] = [await harness.signUp('racer-one'), await harness.signUp('racer-two')];
      await Promise.all([one, two].map((person) => move(person, 'finish@people.test')));
      const sent = await mails('email-change', 'finish@people.test');
      const tokens = new Map(sent.map((mail) => [String(mail.props.url).split('/').at(-2), tokenOf(mail)]));
      const answers = await Promise.all(
        [one, two].map((person) => confirm(person, tokens.get(person.userId) ?? '')),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.json.description).toBe('user.email.taken');
      expect(await harness.db('users').where({ email: 'finish@people.test' })).toHaveLength(1);
    });
  });

  it('lists sessions and ends one or all of them', async () => {
    const person = await harness.signUp('traveller');
    const signIn = (agent: string) =>
      harness.call('POST', '/api/login', {
        body: { email: person.email, password: 'a long enough pass', remember: true },
        headers: { 'user-agent': agent },
      });
    const phone = String((await signIn('Phone')).json.token);
    const list = async () =>
      JSON.parse((await harness.call('GET', '/api/sessions', { token: person.token })).text);
    const before = await list();
    expect(before.totalItems).toBe(2);
    const mine = before.member.find((session: { isCurrent: boolean }) => session.isCurrent);
    const other = before.member.find((session: { isCurrent: boolean }) => !session.isCurrent);
    expect(other).toMatchObject({ agent: 'Phone', remember: true });
    const stranger = await harness.signUp('stranger-of-sessions');
    const theft = await harness.call('DELETE', `/api/sessions/${mine.uuid}`, { token: stranger.token });
    expect(theft.status).toBe(404);
    const ended = await harness.call('DELETE', other['@id'], { token: person.token });
    expect(ended.status).toBe(204);
    expect((await harness.call('GET', '/api/users/me', { token: phone })).status).toBe(401);
    expect((await harness.call('DELETE', other['@id'], { token: person.token })).status).toBe(404);
    expect((await harness.call('DELETE', '/api/sessions', { token: person.token })).status).toBe(204);
    expect((await harness.call('GET', '/api/users/me', { token: person.token })).status).toBe(401);
    const refresh = await harness.call('POST', '/api/token/refresh', {
      body: { refresh_token: person.refresh },
    });
    expect(refresh.status).toBe(401);
  });

  it('who signs out everywhere has the live stream closed', async () => {
    const person = await harness.signUp('listener');
    const stream = await openLiveStream(harness.url, { authorization: `Bearer ${person.token}` });
    await vi.waitUntil(() => stream.messages.length > 0, { timeout: 240_000 });
    await harness.call('DELETE', '/api/sessions', { token: person.token });
    await stream.ended;
  });

  it('can set only an uploaded picture as avatar, and no picture of another user', async () => {
    const person = await harness.signUp('photogenic');
    const upload = async (type: number, bytes: Buffer, name: string) => {
      const form = multipartForm({ type: String(type), uploadType: 'avatar' }, ['file', name, bytes]);
      return harness.call('POST', '/api/assets/upload', { token: person.token, body: form });
    };
    const asset = await upload(3, ONE_PIXEL, 'me.png');
    const changed = await patch(person, { avatar: asset.json['@id'] });
    expect(changed.json.avatarUrl).toMatch(/\/files\/.+\/avatar\.webp\?s=/);
    expect((await fetch(String(changed.json.avatarUrl))).status).toBe(200);
    const other = await harness.signUp('picture-thief');
    expect((await patch(other, { avatar: asset.json['@id'] })).json).toMatchObject({
      violations: [{ propertyPath: 'avatar' }],
    });
    expect((await patch(person, { avatar: null })).json.avatarUrl).toBeNull();
  });

  it('frees a replaced avatar and its bytes', async () => {
    const person = await harness.signUp('changeable');
    const upload = async (name: string) => {
      const content = Buffer.concat([ONE_PIXEL, Buffer.from(name)]);
      const form = multipartForm({ type: '3', uploadType: 'avatar' }, ['file', `${name}.png`, content]);
      return (await harness.call('POST', '/api/assets/upload', { token: person.token, body: form })).json;
    };
    const used = async () => {
      const { json } = await harness.call('GET', `/api/accounts/${person.accountId}`, {
        token: person.token,
      });
      return (json.storage as { used: number }).used;
    };
    const exists = async (asset: Record<string, unknown>) =>
      (await harness.call('GET', String(asset['@id']), { token: person.token })).status === 200;
    const [first, second] = [await upload('first'), await upload('second')];
    const one = Number(first.size);
    const both = one + Number(second.size);
    await patch(person, { avatar: first['@id'] });
    await patch(person, { avatar: first['@id'], name: 'Still me' });
    expect([await used(), await exists(first)]).toEqual([both, true]);
    await patch(person, { avatar: second['@id'] });
    expect([await used(), await exists(first), await exists(second)]).toEqual([both - one, false, true]);
    await patch(person, { avatar: null });
    expect([await used(), await exists(second)]).toEqual([0, false]);
    expect(await harness.db('storage_corrections').where({ account_id: person.accountId })).toEqual([]);
  });

  it('requests one data export for repeated requests', async () => {
    const person = await harness.signUp('collector');
    const ask = () => harness.call('POST', '/api/users/export', { token: person.token });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await harness.db('account_exports').where({ user_id: person.userId })).toHaveLength(1);
    expect(await harness.events('account.export-requested')).toHaveLength(1);
  });

  it('finds no export archive behind an unknown link', async () => {
    const link = await harness.call('GET', '/api/exports/unknown');
    expect([link.status, link.json.description]).toEqual([422, 'auth.link-expired']);
    const page = await harness.call('GET', '/api/exports/unknown', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/en/profile?export=expired']);
  });

  it('closes the account only with the password, at once, and frees the address', async () => {
    const person = await harness.signUp('leaver');
    const leave = (body: object) =>
      harness.call('DELETE', `/api/users/${person.userId}`, { token: person.token, body });
    for (const body of [{}, { password: '' }, { password: 'not this' }]) {
      expect((await leave(body)).json, JSON.stringify(body)).toMatchObject({
        status: 422,
        violations: [{ propertyPath: 'password' }],
      });
    }
    expect((await leave({ password: 'a long enough pass' })).status).toBe(204);
    expect((await harness.call('GET', '/api/users/me', { token: person.token })).status).toBe(401);
    const signIn = (password: string) =>
      harness.call('POST', '/api/login', { body: { email: person.email, password } });
    const gone = await signIn('a long enough pass');
    expect([gone.status, gone.json.title]).toEqual([401, 'Sorry, this account does not longer exist']);
    expect((await signIn('wrong')).json.description).toBe('auth.wrong-credentials');
    expect(await harness.events('account.closed')).toEqual([
      { userId: person.userId, accountIds: [person.accountId] },
    ]);
    const again = await harness.signUp('leaver');
    expect(again.userId).not.toBe(person.userId);
    expect((await signIn('a long enough pass')).status).toBe(200);
  });
});
