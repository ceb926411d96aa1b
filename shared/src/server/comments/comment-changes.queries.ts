import type { CommentAnchor } from '../../contract/comment-anchor.ts';
import { MAX_COMMENTS } from '../../contract/comments.ts';
import { CodedError, existing, invalidField } from '../../contract/errors.ts';
import { dropUpload, lockAssetsForUpdate } from '../assets/pictures.queries.ts';
import { assertRowRoom } from '../db/assert-row-room.ts';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import { MAX_MAIL_TURN, requestEmail } from '../delivery/emails.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { findMailbox } from '../people/mailboxes.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { listPeopleWhoSee, SCENE_KEEPER } from '../scenes/scene-people.queries.ts';

/** Delay of a digest mail in minutes, during which comments are collected. */
export const DIGEST_DELAY_MIN = 10;

/** Scene of a comment. */
export type CommentScene = { id: string; accountId: string; name: string };
/** Author of a comment, with name and link for mails; a visitor has only a name. */
export type CommentSpeaker = { userId: string | null; name: string; publicUrl: string };

/** A new comment. A second one with the same `id` is ignored. */
export type NewComment = {
  id?: string | undefined;
  scene: CommentScene;
  speaker: CommentSpeaker;
  text: string;
  parentId: string | null;
  mentions: readonly string[];
  anchor: CommentAnchor | null;
  snapshotId: string | null;
};

/**
 * Stores a comment, notifies mentioned users at once, and schedules digests for others.
 * @returns its id.
 * @throws CodedError `request.invalid` for a parent, a mention or a picture that is not of this scene,
 * `request.conflict` for a reply in a resolved thread. A scene with {@link MAX_COMMENTS} is full.
 */
export async function createComment(db: Knex, comment: NewComment): Promise<string> {
  const { scene, speaker } = comment;
  const id = comment.id ?? uuidv7();
  await db.transaction(async (trx) => {
    const at = await takeTurn(trx, scene.id);
    await assertRowRoom(trx, {
      table: 'comments',
      where: { composition_id: scene.id },
      most: MAX_COMMENTS,
      field: 'text',
      code: 'comment.limit',
    });
    const threadId =
      comment.parentId === null
        ? null
        : await openThread(trx, {
            compositionId: scene.id,
            parentId: comment.parentId,
            isVisitor: speaker.userId === null,
          });
    await assertPicture(trx, comment);
    await assertSeen(trx, scene.id, comment.mentions);
    const made = await trx('comments')
      .insert({
        id,
        composition_id: scene.id,
        parent_id: threadId,
        author_id: speaker.userId,
        visitor_name: speaker.userId === null ? speaker.name : null,
        text: comment.text,
        mentions: [...new Set(comment.mentions)],
        anchor: comment.anchor === null ? null : JSON.stringify(comment.anchor),
        snapshot_asset: comment.snapshotId,
        created_at: at,
        updated_at: at,
        active_at: at,
      })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (made.length === 0) {
      return;
    }
    if (threadId !== null) {
      await trx('comments').where({ id: threadId }).update({ active_at: at });
    }
    await mailMentions(trx, { ...comment, id }, comment.mentions);
    await queueForDigest(trx, { id, threadId, comment });
    await recordChange(trx, scene, id, 'created');
  });
  return id;
}

/** Edits the text of a comment, and notifies newly mentioned users. */
export async function rewriteComment(
  db: Knex,
  target: { id: string; scene: CommentScene; speaker: CommentSpeaker },
  change: { text?: string | undefined; mentions?: readonly string[] | undefined },
): Promise<void> {
  await db.transaction(async (trx) => {
    const at = await takeTurn(trx, target.scene.id);
    const before = existing(
      await trx('comments').where({ id: target.id, deleted_at: null }).forNoKeyUpdate().first(),
    );
    const mentions = change.mentions ?? before.mentions;
    const fresh = mentions.filter((person: string) => !before.mentions.includes(person));
    await assertSeen(trx, target.scene.id, fresh);
    const text = change.text ?? before.text;
    await trx('comments')
      .where({ id: target.id })
      .update({ text, mentions: [...new Set(mentions)], updated_at: at });
    await mailMentions(trx, { ...target, text }, fresh);
    await recordChange(trx, target.scene, target.id, 'updated');
  });
}

/**
 * Resolves a thread, or reopens it.
 * @throws CodedError `request.invalid` for a reply, which is resolved with its thread.
 */
export async function resolveThread(
  db: Knex,
  target: { id: string; scene: CommentScene; userId: string },
  isResolved: boolean,
): Promise<void> {
  await db.transaction(async (trx) => {
    const row = existing(
      await trx('comments').where({ id: target.id, deleted_at: null }).forNoKeyUpdate().first(),
    );
    if (row.parent_id !== null) {
      throw invalidField('resolved', 'comment.not-thread');
    }
    if ((row.resolved_at !== null) === isResolved) {
      return;
    }
    await trx('comments')
      .where({ id: target.id })
      .update({
        resolved_at: isResolved ? trx.fn.now() : null,
        resolved_by: isResolved ? target.userId : null,
        active_at: trx.fn.now(),
      });
    await recordChange(trx, target.scene, target.id, 'updated');
  });
}

/**
 * Deletes a comment and its replies. Texts and pictures are deleted at once; the row stays for a day to
 * publish the deletion.
 */
export async function removeComment(db: Knex, target: { id: string; scene: CommentScene }): Promise<void> {
  await transact(db, async (trx) => {
    // A concurrent reply is waited for, and deleted with the rest.
    await takeTurn(trx, target.scene.id);
    const ofThread = () =>
      trx('comments')
        .where({ deleted_at: null })
        .andWhere((either) => either.where({ id: target.id }).orWhere({ parent_id: target.id }));
    const pictures: string[] = await ofThread().whereNotNull('snapshot_asset').pluck('snapshot_asset');
    await lockAssetsForUpdate(trx, { ids: pictures });
    const removed: { id: string }[] = await ofThread()
      .update({
        deleted_at: trx.fn.now(),
        text: '',
        visitor_name: null,
        mentions: [],
        anchor: null,
        snapshot_asset: null,
      })
      .returning('id');
    for (const { id } of removed) {
      await recordChange(trx, target.scene, id, 'deleted');
    }
    for (const picture of pictures) {
      await dropUpload(trx, 'comment', picture);
    }
  });
}

/** Removes the rows of comments deleted more than a day ago. */
export async function sweepComments(trx: Knex): Promise<void> {
  await trx.raw(`delete from comments where deleted_at < now() - interval '1 day'`);
}

/**
 * Waits for concurrent comments on the scene to be committed. So a comment that is committed later is also
 * newer, and a read mark never covers one that its reader could not see.
 * @returns the time of the comment, to the microsecond
 */
async function takeTurn(trx: Knex, compositionId: string): Promise<string> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`comments ${compositionId}`]);
  const { rows } = await trx.raw<{ rows: { at: string }[] }>('select clock_timestamp()::text as at');
  return String(rows[0]?.at);
}

/** Thread of a reply: its parent, or its parent's. Visitors can reply only in visitor threads. */
async function openThread(
  trx: Knex,
  { compositionId, parentId, isVisitor }: { compositionId: string; parentId: string; isVisitor: boolean },
): Promise<string> {
  const { rows } = await trx.raw<{ rows: { id: string; resolved_at: string | null }[] }>(
    `select t.id, t.resolved_at from comments p join comments t on t.id = coalesce(p.parent_id, p.id)
     where p.id = ? and p.composition_id = ? and p.deleted_at is null and t.deleted_at is null
       and (t.visitor_name is not null or not ?)
     for no key update of t`,
    [parentId, compositionId, isVisitor],
  );
  const thread = rows[0];
  if (!thread) {
    throw invalidField('parent', 'comment.parent.unknown');
  }
  if (thread.resolved_at !== null) {
    throw new CodedError('request.conflict');
  }
  return thread.id;
}

/** A picture must have been uploaded by the author for this scene's comments. */
async function assertPicture(trx: Knex, { snapshotId, scene, speaker }: NewComment): Promise<void> {
  if (snapshotId === null) {
    return;
  }
  const picture = await trx('assets')
    .where({
      id: snapshotId,
      composition_id: scene.id,
      created_by: speaker.userId,
      upload_type: 'comment',
      deleted_at: null,
    })
    .first('id');
  if (!picture) {
    throw invalidField('snapshot', 'comment.snapshot.unknown');
  }
}

async function assertSeen(trx: Knex, compositionId: string, people: readonly string[]): Promise<void> {
  if (people.length === 0) {
    return;
  }
  const seen = await listPeopleWhoSee(trx, compositionId, people);
  const unseen = people.findIndex((person) => !seen.has(person));
  if (unseen >= 0) {
    throw invalidField(`mentions.${unseen}`, 'comment.mention.unknown');
  }
}

async function mailMentions(
  trx: Knex,
  comment: { id: string; scene: CommentScene; speaker: CommentSpeaker; text: string },
  people: readonly string[],
): Promise<void> {
  const { scene, speaker, text, id } = comment;
  const notified = new Set(people.filter((person) => person !== speaker.userId));
  if (notified.size === 0) {
    return;
  }
  const before = await countJustMentioned(trx, { id, accountId: scene.accountId });
  for (const [at, person] of [...notified].entries()) {
    const mailbox = await findMailbox(trx, { id: person });
    if (!mailbox) {
      continue;
    }
    const { email: to, locale, isConfirmed } = mailbox;
    const props = isConfirmed
      ? { author: speaker.name, scene: scene.name, text }
      : { author: null, scene: null, text: null };
    const url = commentUrl(speaker.publicUrl, { locale, scene: scene.id, comment: id });
    const turn = Math.min(before + at, MAX_MAIL_TURN);
    await requestEmail(trx, { to, template: 'comment-mention', locale, turn, props: { ...props, url } });
  }
}

/** Number of other comments of a workspace with mentions within ten minutes, whose mails may still wait. */
async function countJustMentioned(
  trx: Knex,
  { id, accountId }: { id: string; accountId: string },
): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from comments t join comments k on k.id = t.id or k.parent_id = t.id
     where t.account_id = :accountId and t.parent_id is null and t.deleted_at is null
       and t.active_at > now() - interval '10 minutes'
       and k.created_at > now() - interval '10 minutes' and k.mentions <> '{}' and k.id <> :id
     limit ${MAX_MAIL_TURN}`,
    { id, accountId },
  );
  return rows.length;
}

/** Link in a mail: the scene, with the comment open. */
export function commentUrl(
  publicUrl: string,
  { locale, scene, comment }: { locale: string; scene: string; comment: string },
): string {
  return `${publicUrl}/${locale}/builder/${scene}?comment=${comment}`;
}

/**
 * Schedules the next digest for the author of the scene, or its owner where the author has left, and for
 * participants of the thread: except the author of the comment and mentioned users, who are notified already.
 */
async function queueForDigest(
  trx: Knex,
  { id, threadId, comment }: { id: string; threadId: string | null; comment: NewComment },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { user_id: string | null }[] }>(
    `select ${SCENE_KEEPER} as user_id from compositions c join accounts a on a.id = c.account_id where c.id = :scene
     union select author_id from comments where (id = :thread or parent_id = :thread) and deleted_at is null`,
    { scene: comment.scene.id, thread: threadId },
  );
  const notified = new Set<string | null>([comment.speaker.userId, ...comment.mentions]);
  const people = rows.flatMap(({ user_id }) => (user_id === null || notified.has(user_id) ? [] : [user_id]));
  const seen = await listPeopleWhoSee(trx, comment.scene.id, people);
  for (const userId of seen) {
    await trx.raw(
      `insert into comment_notices (user_id, comment_id, due_at)
       values (:user, :comment, coalesce((select min(due_at) from comment_notices where user_id = :user),
         now() + make_interval(mins => :delay)))`,
      { user: userId, comment: id, delay: DIGEST_DELAY_MIN },
    );
  }
}

function recordChange(trx: Knex, scene: CommentScene, id: string, type: 'created' | 'updated' | 'deleted') {
  return recordLive(trx, { topic: 'comment', id, type, accountId: scene.accountId });
}
