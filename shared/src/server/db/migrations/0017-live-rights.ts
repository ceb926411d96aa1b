import type { Migration } from '../migrate.ts';

/** Values that determine access rights; a change is recorded for everyone affected. */
const WATCHED: { table: string; kind: string; subject: string; on: string; when?: string }[] = [
  {
    table: 'sessions',
    kind: 'session',
    subject: 'new.id',
    on: 'update',
    when: 'old.revoked_at is null and new.revoked_at is not null',
  },
  ...['account_members', 'project_members', 'composition_members'].map((table) => ({
    table,
    kind: 'person',
    subject: 'coalesce(new.user_id, old.user_id)',
    on: 'insert or update or delete',
  })),
  {
    table: 'compositions',
    kind: 'scene',
    subject: 'new.id',
    on: 'update',
    when: `(old.deleted_at is null) <> (new.deleted_at is null) or old.project_id is distinct from new.project_id
      or old.key_version <> new.key_version or old.privacy <> new.privacy or old.status <> new.status
      or old.sharing <> new.sharing`,
  },
  { table: 'compositions', kind: 'scene', subject: 'old.id', on: 'delete' },
  {
    table: 'accounts',
    kind: 'account',
    subject: 'new.id',
    on: 'update',
    when: 'old.is_active <> new.is_active or old.owner_id is distinct from new.owner_id',
  },
];

/**
 * Number of updates in a scene's snapshot, so that a gateway can detect missing ones. And the pending access
 * changes of which gateways are to be notified: triggers record them in the transaction of the change,
 * regardless of the code that makes it.
 */
export const liveRights: Migration = {
  name: '0017-live-rights',
  up: async (trx) => {
    await trx.raw(`
      alter table composition_documents add column merged_updates bigint not null default 0;

      create table access_changes (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('session', 'person', 'scene', 'account')),
        subject uuid not null
      );
    `);
    for (const [at, { table, kind, subject, on, when }] of WATCHED.entries()) {
      const name = `access_change_${at}`;
      await trx.raw(`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into access_changes (kind, subject) values ('${kind}', ${subject});
          return null;
        end $$;
        create trigger ${name} after ${on} on ${table} for each row ${when ? `when (${when})` : ''}
          execute function ${name}();
      `);
    }
  },
};
