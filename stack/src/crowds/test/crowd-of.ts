import { randomBytes } from 'node:crypto';
import { mailAccepted, mailAccessRequest, mailAnswer } from '@diorama/gateway/modules/invitations/mails.ts';
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { ROLE } from '@diorama/shared/domain/roles.ts';
import type { EmailName } from '@diorama/shared/emails/index.ts';
import type { EventName } from '@diorama/shared/events/index.ts';
import { material } from '@diorama/shared/scene/material.ts';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { finishModel } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import { createLibraryItem } from '@diorama/shared/server/assets/library-changes.ts';
import { saveLibraryVersion } from '@diorama/shared/server/assets/library-versions.queries.ts';
import { recordInvoice } from '@diorama/shared/server/billing/invoices.queries.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { requestReconciliation } from '@diorama/shared/server/billing/orders.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import { createComment } from '@diorama/shared/server/comments/comment-changes.queries.ts';
import { sendDueDigests } from '@diorama/shared/server/comments/comment-digests.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { requestExport } from '@diorama/shared/server/people/exports.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { requestOptionOutput } from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { createReimagine } from '@diorama/shared/server/scenes/reimagines.queries.ts';
import {
  requestCardPicture,
  requestCurrentOutput,
} from '@diorama/shared/server/scenes/request-output.queries.ts';
import { completeOutput, findOutputWork } from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import { createVersion } from '@diorama/shared/server/scenes/versions.queries.ts';
import { createImport } from '@diorama/shared/server/workspaces/imports.ts';
import { createInvitation } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { mailInvitation } from '@diorama/shared/server/workspaces/invitation-mail.ts';
import { findInvitation } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import { countJustReferred, createReferral } from '@diorama/shared/server/workspaces/referrals.queries.ts';
import { makePerson, makeScene, type TestPerson } from '../../test/factories.ts';

/** Causes one event in a workspace. */
export type Act = (db: Knex, owner: TestPerson) => Promise<unknown>;

/** The reason why one workspace cannot make others wait by events, or mails, of a kind. */
export type Harmless = string;

const urls = { absolute: (path: string) => `https://diorama.test${path}` };

async function storedObject(db: Knex, { accountId }: TestPerson): Promise<string> {
  const id = uuidv7();
  const row = { id, account_id: accountId, sha256: randomBytes(32), key: id, size: 1 };
  await db('objects').insert({ ...row, content_type: 'model/gltf-binary' });
  return id;
}

async function upload(db: Knex, owner: TestPerson): Promise<{ id: string; objectId: string }> {
  const objectId = await storedObject(db, owner);
  const { accountId, userId } = owner;
  const file = { type: 2, uploadType: null, name: 'chair.glb', size: 1, objectId, uploadId: null };
  return { id: await createAsset(db, { accountId, userId, compositionId: null, ...file }), objectId };
}

async function convert(db: Knex, owner: TestPerson): Promise<void> {
  const { id, objectId } = await upload(db, owner);
  const asset = await db('assets').where({ id }).first();
  const none = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };
  const files = { main: objectId, mobile: objectId, report: none, extra: {} };
  await db.transaction((trx) => finishModel(trx, asset, files));
}

async function askForm(db: Knex, owner: TestPerson): Promise<void> {
  const { id } = await upload(db, owner);
  await db('assets').where({ id }).update({ status: 'ready' });
  await requestOriginal(db, { id, account_id: owner.accountId }, true);
}

async function publish(db: Knex, owner: TestPerson): Promise<string> {
  const compositionId = await makeScene(db, owner);
  const { accountId, userId } = owner;
  return String(await requestCurrentOutput(db, { compositionId, accountId, userId }));
}

async function complete(db: Knex, owner: TestPerson): Promise<string> {
  const outputId = await publish(db, owner);
  const work = await findOutputWork(db, outputId);
  if (!work) {
    throw new Error('The output was not requested');
  }
  const file = await storedObject(db, owner);
  const files = { glb: file, mobile: file, ar: null, usdz: file, thumbnail: file };
  const stats = { triangles: 0, drawCalls: 0, textures: 0, dropped: 0 };
  await db.transaction((trx) => completeOutput(trx, work, { ...files, stats }));
  return outputId;
}

async function chooseOptions(db: Knex, owner: TestPerson): Promise<void> {
  const outputId = await complete(db, owner);
  await requestOptionOutput(db, { outputId, accountId: owner.accountId, choices: '{}' });
}

async function reimagine(db: Knex, owner: TestPerson): Promise<void> {
  const { accountId, userId } = owner;
  const compositionId = await makeScene(db, owner);
  const imageObject = await storedObject(db, owner);
  const wish = { id: uuidv7(), prompt: 'at night', style: 'photo', strength: 0.5, count: 1 } as const;
  await createReimagine(db, { ...wish, compositionId, accountId, userId, imageObject, depthObject: null });
}

/** An order that ended without a payment, and may still be paid. */
async function makeOrder(db: Knex, owner: TestPerson): Promise<OrderRow> {
  const [order] = await db('orders')
    .insert({
      id: uuidv7(),
      account_id: owner.accountId,
      created_by: owner.userId,
      plan_price: uuidv7(),
      amount: 100,
      total_amount: 100,
      months: 1,
      status: ORDER_STATUS.timeout,
      provider: 'sandbox',
      provider_ref: uuidv7(),
      created_at: new Date(Date.now() - 60_000),
    })
    .returning('*');
  return order;
}

async function saveComponent(db: Knex, { accountId, userId }: TestPerson): Promise<void> {
  const version = { item: uuidv7(), number: 1, name: 'Chair', note: null, document: '{}' };
  await saveLibraryVersion(db, { ...version, accountId, userId });
}

/** Another workspace of the same user, as each has one archive at a time. */
async function addWorkspace(db: Knex, { userId }: TestPerson): Promise<string> {
  const id = uuidv7();
  await db('accounts').insert({ id, owner_id: userId, name: 'Workspace' });
  return id;
}

async function importArchive(db: Knex, owner: TestPerson): Promise<void> {
  const file = { uploadId: uuidv7(), name: 'archive.zip', size: 1, key: `imports/${uuidv7()}.zip` };
  await createImport(db, { accountId: await addWorkspace(db, owner), userId: owner.userId, ...file });
}

async function exportWorkspace(db: Knex, owner: TestPerson): Promise<void> {
  const accountId = await addWorkspace(db, owner);
  await db.transaction((trx) => requestExport(trx, { userId: owner.userId, accountId }));
}

async function refer(db: Knex, { accountId, userId }: TestPerson): Promise<void> {
  const referral = { accountId, referrerId: userId, email: `${uuidv7()}@people.test` };
  await db.transaction(async (trx) => {
    await createReferral(trx, referral);
    const turn = await countJustReferred(trx, referral);
    const props = { referrerName: null, url: urls.absolute('/en/sign-up') };
    await requestEmail(trx, { to: referral.email, template: 'referral', locale: 'en', turn, props });
  });
}

/** Invites an address, or makes the invitation a request of another user. */
async function invite(trx: Knex, owner: TestPerson) {
  const { accountId, userId } = owner;
  const id = await createInvitation(trx, {
    ...{ accountId, email: `${uuidv7()}@people.test`, role: ROLE.guest, subject: 'accounts' },
    ...{ entityIds: [accountId], createdBy: userId },
  });
  const invitation = await findInvitation(trx, id);
  if (!invitation) {
    throw new Error('The invitation was not made');
  }
  return invitation;
}

const by = { name: 'Ada', isEmailConfirmed: true };

const answer =
  (isGranted: boolean): Act =>
  (db, owner) =>
    db.transaction(async (trx) =>
      mailAnswer(trx, urls, { request: await invite(trx, owner), isGranted, by }),
    );

async function mention(db: Knex, owner: TestPerson): Promise<void> {
  const { accountId, userId } = owner;
  const id = await makeScene(db, owner);
  const person = await makePerson(db);
  await db('composition_members').insert({ composition_id: id, user_id: person.userId, role: ROLE.view });
  await createComment(db, {
    scene: { id, accountId, name: 'Scene' },
    speaker: { userId, name: 'Ada', publicUrl: urls.absolute('') },
    ...{ text: 'Look', parentId: null, mentions: [person.userId], anchor: null, snapshotId: null },
  });
}

/** Each event of the outbox: how a workspace causes one, or why others never wait for it. */
export const EVENTS: { [Name in EventName]: Act | Harmless } = {
  'asset.uploaded': upload,
  'asset.converted': convert,
  'asset.form-asked': askForm,
  'asset.outdated': 'Only the sweep requests it, and it goes after everything else.',
  'asset.deleted': 'One waits for each workspace.',
  'composition.edited': 'Nobody waits for it: each reader of a scene merges its log first.',
  'composition.rested': async (db, owner) => requestCardPicture(db, await makeScene(db, owner)),
  'version.kept': async (db, owner) => {
    const scene = await makeScene(db, owner);
    await db.transaction((trx) => createVersion(trx, scene, { name: 'First', userId: owner.userId }));
  },
  'output.requested': publish,
  'option-output.requested': chooseOptions,
  'output.completed': complete,
  'reimagine.requested': reimagine,
  'order.created': 'It has no job.',
  'order.confirmed': async (db, owner) => requestReconciliation(db, (await makeOrder(db, owner)).id),
  'payment.notified': async (db, owner) => {
    const { provider, provider_ref } = await makeOrder(db, owner);
    await recordWebhookEvent(db, { provider, eventId: uuidv7(), ref: String(provider_ref) });
  },
  'order.charge-requested': 'A workspace has one order in progress: others are refused meanwhile.',
  'order.held': 'Each needs a captured payment.',
  'setup.notified': 'A workspace has one open setup for each provider, and one waits for each setup.',
  'refund.requested': 'An operator, or a payment that was captured twice, requests it.',
  'invoice.recorded': async (db, owner) => {
    const order = await makeOrder(db, owner);
    await db.transaction((trx) => recordInvoice(trx, { order, transactionId: null }));
  },
  'renewal.failed': 'One follows each attempt of a renewal, at most one a day for each workspace.',
  'subscription.ended': 'One follows the end of each paid period.',
  'email.requested': (db, owner) =>
    db.transaction(async (trx) =>
      mailInvitation(trx, urls, { invitation: await invite(trx, owner), by, saysNames: true }),
    ),
  'referral.requested': refer,
  'storage.changed': 'One waits for each workspace.',
  'account.closed': 'Nobody waits for it: the workspace is closed already, and archives of others go first.',
  'account.export-requested': exportWorkspace,
  'workspace.import-requested': importArchive,
  'avatar.offered': 'One follows the sign-up of each user.',
  'library.requested': 'One follows the first start of a release.',
  'library.material-saved': (db, { accountId, userId }) =>
    createLibraryItem(db, {
      ...{ kind: 'material', accountId, userId, name: 'Oak', assetId: null, material: material.parse({}) },
    }),
  'library.version-saved': saveComponent,
  'backup.due': 'The installation requests it.',
  'rehearsal.due': 'The installation requests it.',
  'schedule.minute': 'The installation requests it.',
  'schedule.hour': 'The installation requests it.',
};

const OWN = 'The user requests it for their own address, within a limit of calls.';
const MONEY = 'Each needs a payment, or the end of a paid period.';
const LEVEL = 'One follows each time that a workspace passes a limit of its storage.';

/** Each mail: how a workspace causes one, or why others never wait for it. */
export const MAILS: { [Name in EmailName]: Act | Harmless } = {
  confirm: OWN,
  'email-change': OWN,
  'email-changed': OWN,
  'export-ready': 'One follows each archive.',
  'workspace-export-ready': 'One follows each archive.',
  'password-changed': OWN,
  'password-reset': OWN,
  invitation: EVENTS['email.requested'],
  'invitation-accepted': (db, owner) =>
    db.transaction(async (trx) =>
      mailAccepted(trx, urls, { invitation: await invite(trx, owner), personName: null }),
    ),
  'access-request': (db, owner) =>
    db.transaction(async (trx) =>
      mailAccessRequest(trx, urls, { request: await invite(trx, owner), personName: null }),
    ),
  'request-granted': answer(true),
  'request-declined': answer(false),
  'workspace-suspended': 'Only operators cause it.',
  'workspace-reactivated': 'Only operators cause it.',
  referral: refer,
  'referral-joined': 'One follows the sign-up of each credited user, one a day for each network.',
  support: 'It goes to operators, within a limit of calls.',
  'comment-mention': mention,
  'comment-digest': async (db, owner) => {
    // One run of the job requests the mails of all users who wait.
    const sender = await makePerson(db);
    const compositionId = await makeScene(db, owner);
    const reader = await makePerson(db);
    await db('composition_members').insert({
      composition_id: compositionId,
      user_id: reader.userId,
      role: ROLE.view,
    });
    const comment = { id: uuidv7(), composition_id: compositionId, author_id: sender.userId, text: 'Look' };
    await db('comments').insert(comment);
    await db('comment_notices').insert({
      user_id: reader.userId,
      comment_id: comment.id,
      due_at: db.fn.now(),
    });
  },
  overflow: LEVEL,
  'storage-full': LEVEL,
  'storage-warning': LEVEL,
  'storage-overdue': LEVEL,
  receipt: MONEY,
  refund: MONEY,
  'renewal-failed': MONEY,
  'plan-ended': MONEY,
  'payment-held': MONEY,
  'order-held': MONEY,
  'card-expires': 'One follows for each card, before its end.',
};

/** Requests what only a scheduled job requests. */
export async function runDueJobs(db: Knex): Promise<void> {
  await db.transaction((trx) => sendDueDigests(trx, urls.absolute('')));
}
