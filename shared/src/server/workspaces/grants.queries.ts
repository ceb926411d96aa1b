import { ROLE, type Role, type Subject } from '../../domain/roles.ts';
import type { Knex } from '../db/knex.ts';
import { notifyAfterCommit } from '../delivery/notify-after-commit.ts';

/** Entities of one kind in a workspace that a user is granted or denied. */
export type GrantTarget = { accountId: string; userId: string; subject: Subject; ids: readonly string[] };

/** Filters ids of entities of a kind in the workspace, without scenes in the trash. */
export async function listOwn(
  trx: Knex,
  { accountId, subject, ids }: Omit<GrantTarget, 'userId'>,
): Promise<string[]> {
  const tables: Record<Subject, string> = {
    compositions:
      'select id from compositions where account_id = ? and id = any (?::uuid[]) and deleted_at is null',
    projects: 'select id from projects where account_id = ? and id = any (?::uuid[])',
    accounts: 'select id from accounts where id = ? and id = any (?::uuid[])',
  };
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(tables[subject], [accountId, [...ids]]);
  return rows.map((row) => row.id);
}

/**
 * Grants a role on entities. With `keepStronger` an existing stronger role stays, else the role is replaced.
 * The owner of a workspace has every right and gets no grants.
 */
export async function grantRole(
  trx: Knex,
  target: GrantTarget & { role: Role; keepStronger: boolean },
): Promise<void> {
  const { accountId, userId, subject, ids, role, keepStronger } = target;
  if (subject === 'accounts') {
    const stays = keepStronger ? `account_members.role = 'admin'` : 'false';
    await trx.raw(
      `insert into account_members (account_id, user_id, role)
       select a.id, ?, ? from accounts a where a.id = ? and a.id = any (?::uuid[]) and a.owner_id <> ?
       on conflict (account_id, user_id) do update set role = excluded.role, role_since = case
         when account_members.role = excluded.role then account_members.role_since else now() end where not (${stays})`,
      [userId, role === ROLE.admin ? 'admin' : 'guest', accountId, [...ids], userId],
    );
    return;
  }
  const own = await listOwn(trx, target);
  const table = subject === 'projects' ? 'project_members' : 'composition_members';
  const key = subject === 'projects' ? 'project_id' : 'composition_id';
  const next = keepStronger ? `least(${table}.role, excluded.role)` : 'excluded.role';
  await trx.raw(
    `insert into ${table} (${key}, user_id, role)
     select given.id, ?, ? from unnest(?::uuid[]) as given (id)
     where not exists (select 1 from accounts a where a.id = ? and a.owner_id = ?)
     on conflict (${key}, user_id) do update set role = ${next}`,
    [userId, role, own, accountId, userId],
  );
}

/** Revokes grants of a user; missing ones are ignored. */
export async function revokeGrant(trx: Knex, target: GrantTarget): Promise<void> {
  const { accountId, userId, subject, ids } = target;
  const statements: Record<Subject, string> = {
    accounts:
      'delete from account_members where account_id = ? and user_id = ? and account_id = any (?::uuid[])',
    projects: `delete from project_members m using projects p
      where p.account_id = ? and m.project_id = p.id and m.user_id = ? and p.id = any (?::uuid[])`,
    compositions: `delete from composition_members m using compositions c
      where c.account_id = ? and m.composition_id = c.id and m.user_id = ? and c.id = any (?::uuid[])`,
  };
  await trx.raw(statements[subject], [accountId, userId, [...ids]]);
}

/** Revokes all grants of a user in a workspace, including scenes in the trash. */
export async function revokeAllGrants(trx: Knex, accountId: string, userId: string): Promise<void> {
  await trx.raw('delete from account_members where account_id = ? and user_id = ?', [accountId, userId]);
  await trx.raw(
    `delete from project_members m using projects p
     where p.account_id = ? and m.project_id = p.id and m.user_id = ?`,
    [accountId, userId],
  );
  await trx.raw(
    `delete from composition_members m using compositions c
     where c.account_id = ? and m.composition_id = c.id and m.user_id = ?`,
    [accountId, userId],
  );
}

/**
 * Publishes to one user that their visible scenes have changed. Call it after the change: newly visible
 * scenes appear or are reloaded, others disappear.
 */
export async function notifyPerson(trx: Knex, target: GrantTarget): Promise<void> {
  const { accountId, userId, subject, ids } = target;
  notifyAfterCommit(trx, 'live');
  if (subject === 'accounts') {
    await trx.raw(
      `insert into live_events (topic, resource_id, type, user_id)
       select 'account', a.id, case when exists (select 1 from account_members m
         where m.account_id = a.id and m.user_id = ?) then 'created' else 'deleted' end, ?
       from accounts a where a.id = ? and a.id = any (?::uuid[])`,
      [userId, userId, accountId, [...ids]],
    );
    return;
  }
  if (subject === 'projects') {
    await trx.raw(
      `insert into live_events (topic, resource_id, type, user_id)
       select 'project', p.id, case when exists (select 1 from project_members m
         where m.project_id = p.id and m.user_id = ?) then 'created' else 'deleted' end, ?
       from projects p where p.account_id = ? and p.id = any (?::uuid[])`,
      [userId, userId, accountId, [...ids]],
    );
  }
  const column = subject === 'projects' ? 'c.project_id' : 'c.id';
  await trx.raw(
    `insert into live_events (topic, resource_id, type, user_id)
     select 'composition', c.id, case when
       exists (select 1 from composition_members m where m.composition_id = c.id and m.user_id = :userId)
       or exists (select 1 from project_members m where m.project_id = c.project_id and m.user_id = :userId)
       or exists (select 1 from account_members m where m.account_id = c.account_id and m.user_id = :userId
         and m.role = 'admin')
       then 'created' else 'deleted' end, :userId
     from compositions c where c.account_id = :accountId and c.deleted_at is null and ${column} = any (:ids::uuid[])`,
    { userId, accountId, ids: [...ids] },
  );
}
