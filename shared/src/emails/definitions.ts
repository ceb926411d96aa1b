import { z } from 'zod';
import { HOLD_REASONS } from '../domain/order.ts';
import { PERMISSIONS, SUBJECTS } from '../domain/roles.ts';
import { formatBytes } from '../i18n/format.ts';
import { emailAttachment, excerpt } from './content.ts';
import { type AnyEmailDefinition, defineEmail, type EmailTranslate } from './define.ts';
import { mailName } from './name.ts';

/** Most characters of a quoted preview. */
const PREVIEW_LENGTH = 120;

/** A name, null where its author has no confirmed address. */
const name = mailName.nullable();

/** Description of a held order. */
const held = { workspace: name, why: z.enum(HOLD_REASONS), taken: z.string(), order: z.string() };

/** Used and available storage of a workspace. */
const storage = { workspace: name, used: z.string(), available: z.string() };

const remark = z.object({
  /** Null once the person has left. */
  author: name,
  scene: mailName,
  text: z.string(),
  isReply: z.boolean(),
});

/**
 * Outcome of a payment. `waiting`: the plan is not active yet; `returned`: the order is obsolete and the
 * money is refunded; `free`: the plan is active and nothing was charged.
 */
const RECEIPT_OUTCOMES = ['active', 'waiting', 'returned', 'free'] as const;
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];

/** A new comment in the words of the digest. */
function quote({ author, scene, text, isReply }: z.output<typeof remark>, t: EmailTranslate): string {
  const values = { author: author ?? t('unnamed.person'), scene, quote: excerpt(text) };
  return isReply ? t('comment-digest.reply', values) : t('comment-digest.remark', values);
}

/** Every mail that Diorama sends; the texts are in `i18n/<language>/server/emails.ts`. */
export const emails = [
  // About accounts. The address of an unconfirmed account may belong to another person, so that it gets no name.
  defineEmail('confirm', {}),
  defineEmail('email-change', {}),
  defineEmail('email-changed', { name, email: z.string() }),
  defineEmail('export-ready', { name, size: z.string() }),
  defineEmail('workspace-export-ready', {
    ...{ name, workspace: name, size: z.string() },
    /** Size above which no installation imports an archive; null for a smaller one. */
    importLimit: z.string().nullable().default(null),
  }),
  defineEmail('password-changed', { name }),
  defineEmail('password-reset', { name }),

  // About workspaces and the people in them. A requester does not learn names that the request did not open.
  defineEmail(
    'invitation',
    {
      inviterName: name,
      subject: z.enum(SUBJECTS),
      entityName: name,
      /** Number of entities besides the named one. */
      others: z.number().int().nonnegative(),
      permission: z.enum(PERMISSIONS),
    },
    {
      variant: ({ subject }) => subject,
      values: ({ others, permission }, t) => ({
        others: others > 0 ? others : null,
        may: t(`invitation.may.${permission}`),
      }),
    },
  ),
  defineEmail('invitation-accepted', { personName: name, email: z.string(), entityName: name }),
  defineEmail(
    'access-request',
    { personName: name, email: z.string(), entityName: name },
    // A hidden name means an unconfirmed address, which may belong to another person.
    { variant: ({ personName }) => (personName === null ? 'unconfirmed' : '') },
  ),
  defineEmail('request-granted', { granterName: name, entityName: name }),
  defineEmail('request-declined', { name }),
  defineEmail('workspace-suspended', { workspace: name, reason: z.string().nullable() }),
  defineEmail('workspace-reactivated', { workspace: name }),
  defineEmail('referral', { referrerName: name }),
  defineEmail(
    'referral-joined',
    {
      name,
      friendName: name,
      /** Bytes earned by this friend; 0 beyond the maximum. */
      bonus: z.number().int().nonnegative(),
      /** Bytes earned by all friends. */
      earned: z.number().int().nonnegative(),
    },
    {
      values: ({ bonus, earned }, _t, language) => ({
        bonus: bonus > 0 ? formatBytes(language, bonus) : null,
        earned: formatBytes(language, earned),
      }),
    },
  ),
  defineEmail(
    'support',
    {
      name,
      email: z.string().nullable(),
      userId: z.uuid().nullable(),
      message: z.string(),
      page: z.string().nullable(),
      order: z.string().nullable(),
      requestId: z.string().nullable(),
    },
    {
      variant: ({ email }) => (email === null ? 'anonymous' : ''),
      values: (props) => ({ who: props.name ?? props.email }),
      preview: ({ message }) => message.slice(0, PREVIEW_LENGTH),
      quotes: ({ message }) => message.split(/\n+/).filter((line) => line.trim() !== ''),
      replyTo: ({ email }) => email,
    },
  ),

  // About comments. An unconfirmed address receives only their number, and does not learn the scene.
  defineEmail(
    'comment-mention',
    { author: name, scene: name, text: z.string().nullable() },
    {
      values: ({ text }) => ({ quote: text === null ? null : excerpt(text) }),
      preview: ({ text }) => excerpt(text ?? '', PREVIEW_LENGTH),
    },
  ),
  defineEmail(
    'comment-digest',
    { remarks: z.array(remark), count: z.number().int().min(1) },
    {
      values: ({ remarks, count }) => ({
        scenes: [...new Set(remarks.map(({ scene }) => scene))].join(', ') || null,
        more: remarks.length > 0 && count > remarks.length ? count - remarks.length : null,
      }),
      preview: ({ remarks: [first] }, t) => (first ? quote(first, t) : ''),
      quotes: ({ remarks }, t) => remarks.map((entry) => quote(entry, t)),
    },
  ),

  // About storage.
  defineEmail(
    'overflow',
    { personName: name, sceneName: name, workspace: name, isOverflown: z.boolean().default(true) },
    { variant: ({ isOverflown }) => (isOverflown ? 'overflown' : 'full') },
  ),
  defineEmail('storage-full', storage),
  defineEmail('storage-warning', storage),
  defineEmail(
    'storage-overdue',
    {
      ...storage,
      /** End of the year during which the storage may exceed the plan. */
      date: z.string(),
      isOver: z.boolean(),
    },
    { variant: ({ isOver }) => (isOver ? 'over' : 'soon') },
  ),

  // About payments.
  defineEmail(
    'receipt',
    {
      workspace: name,
      plan: z.string(),
      number: z.string(),
      /** The document, as a stored object; absent in mails that an older version asked for. */
      attachment: emailAttachment.nullish(),
      total: z.string(),
      /** Discount of a code; absent in mails that an older version queued. */
      discount: z.object({ code: z.string(), amount: z.string() }).nullish(),
      /** Absent in mails that an older version queued. */
      outcome: z.enum(RECEIPT_OUTCOMES).default('active'),
    },
    {
      variant: ({ outcome }) => outcome,
      values: ({ discount }) => ({ code: discount?.code ?? null, amount: discount?.amount ?? null }),
    },
  ),
  defineEmail('refund', {
    workspace: name,
    plan: z.string(),
    number: z.string(),
    /** The document, as a stored object; absent in mails that an older version asked for. */
    attachment: emailAttachment.nullish(),
    total: z.string(),
  }),
  defineEmail('renewal-failed', {
    workspace: name,
    plan: z.string(),
    /** Day of the next attempt; null after the last. */
    next: z.string().nullable(),
    /** Day on which the plan ends without a payment. */
    ends: z.string(),
  }),
  defineEmail('plan-ended', { workspace: name }),
  defineEmail('payment-held', held, { variant: ({ why }) => why }),
  defineEmail('order-held', held, {
    values: ({ workspace, why }, t) => ({
      workspace: workspace ?? t('order-held.workspace'),
      reason: t(`order-held.reason.${why}`),
    }),
  }),
  defineEmail('card-expires', {
    workspace: name,
    last4: z.string(),
    /** The last month in which it can be charged. */
    month: z.string(),
    /** The day of the next renewal. */
    renews: z.string(),
  }),
] as const satisfies readonly AnyEmailDefinition[];
