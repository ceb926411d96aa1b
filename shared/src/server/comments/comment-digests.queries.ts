import { nameInMail } from '../../emails/name.ts';
import type { Knex } from '../db/knex.ts';
import { MAX_MAIL_TURN, requestEmail } from '../delivery/emails.ts';
import { commentUrl } from './comment-changes.queries.ts';
import { isUnread, readUntil } from './unread-comments.queries.ts';

/** Maximum number of recipients per run; the next minute continues. */
const PEOPLE_A_RUN = 200;
/** Number of comments that a mail quotes; it counts the others. */
const QUOTED = 8;

type NoticeRow = {
  user_id: string;
  email: string;
  locale: string;
  is_confirmed: boolean;
  comment_id: string;
  thread_id: string;
  composition_id: string;
  account_id: string;
  scene: string;
  author: string | null;
  is_visitor: boolean;
  text: string;
  is_reply: boolean;
  /** Number of the person's comments, and whether all are of one scene. */
  count: number;
  is_one_scene: boolean;
};

/**
 * Sends a digest mail to everyone with a due digest, about all comments that are still unread and visible.
 * @returns the number of requested mails.
 */
export async function sendDueDigests(trx: Knex, publicUrl: string): Promise<number> {
  const { rows: due } = await trx.raw<{ rows: { user_id: string }[] }>(
    `select user_id from comment_notices where due_at <= now() group by user_id order by min(due_at) limit ?`,
    [PEOPLE_A_RUN],
  );
  if (due.length === 0) {
    return 0;
  }
  const people = due.map((row) => row.user_id);
  const rows = await claimNotices(trx, people);
  const byPerson = Map.groupBy(rows, (row) => row.user_id);
  const requested = new Map<string, number>();
  for (const notices of byPerson.values()) {
    const workspace = notices[0]?.account_id ?? '';
    const turn = requested.get(workspace) ?? 0;
    requested.set(workspace, turn + 1);
    await mailDigest(trx, { notices, publicUrl, turn: Math.min(turn, MAX_MAIL_TURN) });
  }
  return byPerson.size;
}

/**
 * Takes all pending notices of some users, and returns the first {@link QUOTED} of each that are worth a mail.
 * `offset 0` has each comment looked up by its key.
 */
async function claimNotices(trx: Knex, people: readonly string[]): Promise<NoticeRow[]> {
  const { rows } = await trx.raw<{ rows: NoticeRow[] }>(
    `with taken as (delete from comment_notices where user_id = any (:people::uuid[]) returning user_id, comment_id)
     select * from (select n.user_id, u.email, u.locale, u.email_confirmed_at is not null as is_confirmed, k.id as comment_id, coalesce(k.parent_id, k.id) as thread_id,
       c.id as composition_id, c.account_id, c.name as scene, coalesce(w.name, k.visitor_name) as author, k.visitor_name is not null as is_visitor, k.text, k.parent_id is not null as is_reply,
       row_number() over (partition by n.user_id order by k.created_at, k.id) as place, (count(*) over person)::int as count,
       min(c.id::text) over person = max(c.id::text) over person as is_one_scene
     from taken n
     join users u on u.id = n.user_id and u.deleted_at is null
     cross join lateral (select * from comments k where k.id = n.comment_id and k.deleted_at is null offset 0) k
     cross join lateral (select * from compositions c where c.id = k.composition_id and c.deleted_at is null offset 0) c
     join accounts a on a.id = c.account_id and a.is_active
     left join users w on w.id = k.author_id
     cross join lateral (select ${readUntil('n.user_id', 'k.composition_id')} as until) r
     where ${isUnread('n.user_id', 'k', 'r.until')}
       and (a.owner_id = n.user_id
         or exists (select 1 from account_members m where m.account_id = a.id and m.user_id = n.user_id and m.role = 'admin')
         or exists (select 1 from composition_members m where m.composition_id = c.id and m.user_id = n.user_id)
         or exists (select 1 from project_members m where m.project_id = c.project_id and m.user_id = n.user_id))
     window person as (partition by n.user_id)) worth
     where place <= :quoted order by user_id, place`,
    { people: `{${people.join(',')}}`, quoted: QUOTED },
  );
  return rows;
}

async function mailDigest(
  trx: Knex,
  { notices, publicUrl, turn }: { notices: readonly NoticeRow[]; publicUrl: string; turn: number },
): Promise<void> {
  const [first] = notices;
  if (!first) {
    return;
  }
  const url = first.is_one_scene
    ? commentUrl(publicUrl, { locale: first.locale, scene: first.composition_id, comment: first.thread_id })
    : `${publicUrl}/${first.locale}/comments`;
  await requestEmail(trx, {
    to: first.email,
    template: 'comment-digest',
    locale: first.locale,
    turn,
    props: {
      // An unconfirmed address receives no text of others.
      remarks: (first.is_confirmed ? notices : []).map((notice) => ({
        author: notice.author,
        scene: notice.scene,
        // A visitor can be anyone, so the text must not become an advertisement.
        text: notice.is_visitor ? nameInMail(notice.text) : notice.text,
        isReply: notice.is_reply,
      })),
      count: first.count,
      url,
    },
  });
}
