import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { personJson, type UserRow } from './person-json.ts';

/**
 * A user known to a viewer: a member of a workspace of theirs, or a user in an invitation or referral
 * that they see.
 */
export async function findKnownPerson(
  db: Knex,
  { viewerId, personId }: { viewerId: string; personId: string },
): Promise<UserRow | null> {
  const rows = await readQuery<{ person: UserRow }>(
    db,
    'known-person',
    `select ${personJson('u')} as person from users u where u.id = $2 and (u.id = $1 or exists (
       select 1 from (select id from accounts where owner_id = $1 union select account_id from members where user_id = $1) mine
       join (select id from accounts where owner_id = $2
         union select account_id from members where user_id = $2
         union select account_id from invitations where created_by = $2
         union select account_id from referrals where joined_user_id = $2
         union select c.account_id from comments k join compositions c on c.id = k.composition_id where k.author_id = $2) theirs
       on theirs.id = mine.id))`,
    [viewerId, personId],
  );
  return rows[0]?.person ?? null;
}
