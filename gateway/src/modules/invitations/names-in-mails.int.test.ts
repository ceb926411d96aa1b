import { type EmailName, renderEmail } from '@diorama/shared/emails/index.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { sendDueDigests } from '@diorama/shared/server/comments/comment-digests.queries.ts';
import { notifyOverdue } from '@diorama/shared/server/storage/overdue-storage.queries.ts';
import { notifyStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import { setSuspension } from '@diorama/shared/server/workspaces/suspensions.ts';
import { describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

const OPERATORS = 'operators@people.test';
const PASSWORD = 'a long enough pass';
const GB = 1_000_000_000;

/** Two users with the same text in every name that they can choose. */
type Cast = { eve: Person; mate: Person; scene: string; stranger: string };

const harness = useHarness({ OPERATOR_EMAILS: OPERATORS });
let count = 0;

const call = async (who: Person, method: string, path: string, body: object = {}) => {
  const answer = await harness.call(method, path, { token: who.token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
};
const ask = ({ mate, scene }: Cast) =>
  call(mate, 'POST', '/api/access-requests', { type: 'composition', uuid: scene });
const grantAccess = ({ mate, scene }: Cast) =>
  harness.db('composition_members').insert({ composition_id: scene, user_id: mate.userId, role: 0 });
const say = (who: Person, scene: string, more: object = {}) =>
  call(who, 'POST', `/api/compositions/${scene}/comments`, { text: 'Prize', ...more });
const fill = async ({ eve }: Cast, bytes: number) => {
  await harness.db('accounts').where({ id: eve.accountId }).update({ storage_used: bytes });
  await harness.db.transaction((trx) => notifyStorage(trx, eve.accountId, 'https://diorama.test/{lang}/x'));
  return eve.email;
};

const suspend = async ({ eve }: Cast, isActive: boolean) => {
  const change = { accountId: eve.accountId, isActive, operatorId: eve.userId, reason: 'Prize' };
  const page = 'https://diorama.test/{lang}/x';
  await harness.db.transaction((trx) => setSuspension(trx, { ...change, page }));
  return eve.email;
};

/**
 * Causes each mail and returns its recipient; null for mails without user-chosen names, or that no
 * gateway sends.
 */
const CAUSES: Record<EmailName, ((cast: Cast) => Promise<string>) | null> = {
  confirm: null,
  'email-change': null,
  overflow: async (cast) => {
    await grantAccess(cast);
    await fill(cast, 3 * GB);
    await call(cast.mate, 'PATCH', `/api/compositions/${cast.scene}/notify-overflow`);
    return cast.eve.email;
  },
  'storage-overdue': async (cast) => {
    await fill(cast, 3 * GB);
    const longAgo = harness.db.raw(`now() - interval '350 days'`);
    await harness.db('accounts').where({ id: cast.eve.accountId }).update({ overflown_since: longAgo });
    await harness.db.transaction((trx) => notifyOverdue(trx, 'https://diorama.test/{lang}/{account}'));
    return cast.eve.email;
  },
  'export-ready': null,
  'workspace-export-ready': null,
  receipt: null,
  refund: null,
  'renewal-failed': null,
  'plan-ended': null,
  'payment-held': null,
  'order-held': null,
  'card-expires': null,
  'workspace-suspended': (cast) => suspend(cast, false),
  'workspace-reactivated': async (cast) => {
    await suspend(cast, false);
    return suspend(cast, true);
  },
  referral: async ({ eve, stranger }) => {
    await call(eve, 'POST', '/api/referral/send', { email: stranger });
    return stranger;
  },
  'referral-joined': async ({ eve, stranger }) => {
    // The friend's own name was confirmed, as a referrer is credited only after that.
    const body = { email: stranger, password: PASSWORD, username: 'Friend', referrer: eve.userId };
    const answer = await harness.call('POST', '/api/users/signup', { body });
    expect(answer.status).toBe(201);
    const { user } = JSON.parse(answer.text);
    await harness.confirmEmail({ ...eve, userId: user.uuid, email: stranger });
    return eve.email;
  },
  invitation: async ({ eve, stranger, scene }) => {
    await call(eve, 'POST', '/api/invitations', { email: stranger, role: 0, compositions: [scene] });
    return stranger;
  },
  'invitation-accepted': async ({ eve, mate, scene }) => {
    const requested = { email: mate.email, role: 0, compositions: [scene] };
    const { uuid } = await call(eve, 'POST', '/api/invitations', requested);
    await call(mate, 'PATCH', `/api/invitations/accept/${uuid}`);
    return eve.email;
  },
  'access-request': async (cast) => {
    await ask(cast);
    return cast.eve.email;
  },
  'request-granted': async (cast) => {
    const { uuid } = await ask(cast);
    await call(cast.eve, 'PATCH', `/api/invitations/accept-request/${uuid}`);
    return cast.mate.email;
  },
  'request-declined': async (cast) => {
    const { uuid } = await ask(cast);
    await call(cast.eve, 'DELETE', `/api/invitations/${uuid}`);
    return cast.mate.email;
  },
  'comment-mention': async (cast) => {
    await grantAccess(cast);
    await say(cast.eve, cast.scene, { mentions: [cast.mate.userId] });
    return cast.mate.email;
  },
  'comment-digest': async (cast) => {
    await grantAccess(cast);
    await say(cast.mate, cast.scene);
    await harness.db('comment_notices').update({ due_at: '2020-01-01' });
    await harness.db.transaction((trx) => sendDueDigests(trx, 'https://diorama.test'));
    return cast.eve.email;
  },
  'password-reset': async ({ eve }) => {
    await harness.call('POST', '/api/users/password-reset', { body: { email: eve.email } });
    return eve.email;
  },
  'password-changed': async ({ eve }) => {
    const password = { current: PASSWORD, next: 'a whole new secret' };
    await call(eve, 'PATCH', `/api/users/${eve.userId}`, { password });
    return eve.email;
  },
  'email-changed': async ({ eve, stranger }) => {
    const requested = { email: stranger, proof: { password: PASSWORD } };
    await call(eve, 'PATCH', `/api/users/${eve.userId}`, requested);
    const { props } = await harness
      .db('emails')
      .where({ template: 'email-change', recipient: stranger })
      .first();
    const token = String(props.url).split('/').at(-1);
    await call(eve, 'PATCH', `/api/users/email-confirmation/${eve.userId}`, { token });
    return eve.email;
  },
  'storage-warning': (cast) => fill(cast, 1.9 * GB),
  'storage-full': (cast) => fill(cast, 2 * GB),
  support: async ({ eve }) => {
    await call(eve, 'POST', '/api/support', { message: 'Help' });
    return OPERATORS;
  },
};

async function gather(): Promise<Cast> {
  count += 1;
  const [eve, mate] = [await harness.signUp(`eve-n${count}`), await harness.signUp(`mate-n${count}`)];
  const own = { name: 'Prize', account: eve.accountId };
  const scene = String((await call(eve, 'POST', '/api/compositions', own)).uuid);
  const everybody = [eve.userId, mate.userId];
  await harness.db('users').whereIn('id', everybody).update({ name: 'Prize' });
  await harness.db('accounts').whereIn('owner_id', everybody).update({ name: 'Prize' });
  return { eve, mate, scene, stranger: `stranger-n${count}@people.test` };
}

/** All that a mailbox shows of the newest such mail to an address, in every language. */
async function wordsOf(template: EmailName, recipient: string): Promise<string> {
  const mail = await harness
    .db('emails')
    .where({ template, recipient })
    .orderBy('created_at', 'desc')
    .first();
  return LANGUAGES.map((language) => JSON.stringify(renderEmail(template, language, mail.props))).join();
}

const rows = Object.entries(CAUSES).flatMap(([name, cause]) =>
  cause === null ? [] : [[name as EmailName, cause] as const],
);

describe('a user-chosen name', () => {
  it.each(rows)('is omitted from %s until the user’s address is confirmed', async (template, cause) => {
    const words = await wordsOf(template, await cause(await gather()));
    expect(words).not.toMatch(/prize|null/i);
  });

  it.each(rows)('is included in %s after the confirmation', async (template, cause) => {
    const cast = await gather();
    for (const person of [cast.eve, cast.mate]) {
      await harness.confirmEmail(person);
    }
    expect(await wordsOf(template, await cause(cast))).toContain('Prize');
  });
});
