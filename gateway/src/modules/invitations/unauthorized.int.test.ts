import { renderEmail } from '@diorama/shared/emails/index.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

const SCENE = 'Prize';

describe('mails by unconfirmed users', () => {
  const harness = useHarness({ RATE_LIMIT_FACTOR: '1' });

  const post = (person: Person, path: string, body: object) =>
    harness.call('POST', path, { token: person.token, body });
  const refer = (person: Person, email: string) => post(person, '/api/referral/send', { email });
  const makeScene = async (person: Person): Promise<string> =>
    String((await post(person, '/api/compositions', { name: SCENE, account: person.accountId })).json['@id']);
  const invite = (person: Person, scene: string, email: string) =>
    post(person, '/api/invitations', { email, role: 1, compositions: [scene] });
  /** The complete text of the mails to an address, in every language. */
  const wordsTo = async (email: string) => {
    const rows = await harness.db('emails').where({ recipient: email });
    expect(rows).not.toEqual([]);
    return rows
      .flatMap(({ template, props }) =>
        LANGUAGES.map((language) => JSON.stringify(renderEmail(template, language, props))),
      )
      .join();
  };

  it('are limited to ten a day of all kinds until the address is confirmed', async () => {
    const [ada, bob] = [await harness.signUp('ada'), await harness.signUp('bob')];
    const [scene, other] = [await makeScene(ada), await makeScene(bob)];
    const invited = await invite(ada, scene, 'first@people.test');
    const answers = [
      invited.status,
      (await post(ada, `/api/invitations/${invited.json.uuid}/resend`, {})).status,
      (await post(ada, '/api/access-requests', { type: 'composition', uuid: other })).status,
    ];
    for (let count = answers.length; count < 10; count += 1) {
      answers.push((await refer(ada, `friend${count}@people.test`)).status);
    }
    expect(answers).toEqual([201, 200, 201, ...Array(7).fill(200)]);
    const refused = [
      await refer(ada, 'late@people.test'),
      await invite(ada, scene, 'late@people.test'),
      await post(ada, '/api/access-requests', { type: 'composition', uuid: scene }),
    ];
    for (const { status, json } of refused) {
      expect([status, json.description]).toEqual([422, 'invitation.limit']);
      expect(json.title).toMatch(/^Until you confirm your address, you can send 10/);
    }
    expect(await harness.db('emails').where({ recipient: 'late@people.test' })).toEqual([]);
    expect((await refer(bob, 'late@people.test')).status, 'another person').toBe(200);
    await harness.confirmEmail(ada);
    expect((await invite(ada, scene, 'later@people.test')).status).toBe(201);
  });

  it('omit the name of a user with an unconfirmed address', async () => {
    const [eve, owner] = [await harness.signUp('eve'), await harness.signUp('owner-s')];
    const name = 'Claim your prize';
    await harness.db('users').where({ id: eve.userId }).update({ name });
    const [scene, vault] = [await makeScene(eve), await makeScene(owner)];
    const send = async () => {
      await invite(eve, scene, 'guest@people.test');
      await post(eve, '/api/invitations', { email: 'admin@people.test', role: 2, accounts: [eve.accountId] });
      await refer(eve, 'friend@people.test');
      await post(eve, '/api/access-requests', { type: 'composition', uuid: vault });
    };
    await send();
    for (const email of ['guest@people.test', 'admin@people.test', 'friend@people.test']) {
      expect(await wordsTo(email)).not.toMatch(/prize/i);
      expect(await wordsTo(email)).toMatch(/Someone invited you.*Alguien te (ha invitado|invita)/s);
    }
    expect(await wordsTo(owner.email)).not.toContain(name);
    expect(await wordsTo(owner.email)).toMatch(/unconfirmed address .*dirección sin confirmar /s);
    expect(await wordsTo(eve.email), 'the address may be a stranger’s').not.toContain(name);
    await harness.db('invitations').delete();
    await harness.db('members').where({ account_id: eve.accountId, user_id: null }).delete();
    await harness.confirmEmail(eve);
    await harness.confirmEmail(owner);
    await harness.db('emails').delete();
    await send();
    expect(await wordsTo('guest@people.test')).toContain(`${name} invited you to the scene “${SCENE}”`);
    expect(await wordsTo(owner.email)).toContain(`${name} requests access to “${SCENE}”`);
    expect(await wordsTo(owner.email)).toContain(`${eve.email} tried to open it`);
  });
});
