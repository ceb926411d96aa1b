import type { Migration } from '../migrate.ts';

/**
 * Members, invitations and requests for access. Every user with a grant is a member, regardless of the code
 * that granted it: so triggers maintain the rows.
 */
export const invitationTables: Migration = {
  name: '0007-invitations',
  up: async (trx) => {
    await trx.raw(`
      create table members (
        id uuid primary key default gen_random_uuid(),
        account_id uuid not null references accounts (id) on delete cascade,
        user_id uuid references users (id) on delete cascade,
        email text not null,
        created_at timestamptz not null default now()
      );
      create unique index members_user on members (account_id, user_id) where user_id is not null;
      create unique index members_email on members (account_id, email) where user_id is null;
      create index members_of_user on members (user_id) where user_id is not null;

      create function keep_member(account uuid, person uuid) returns void language sql as $$
        insert into members (account_id, user_id, email)
        select account, u.id, u.email from users u
        where u.id = person and not exists (select 1 from accounts a where a.id = account and a.owner_id = person)
        on conflict (account_id, user_id) where user_id is not null do nothing;
      $$;
      create function account_members_keep() returns trigger language plpgsql as $$
      begin
        perform keep_member(new.account_id, new.user_id);
        return null;
      end $$;
      create function project_members_keep() returns trigger language plpgsql as $$
      begin
        perform keep_member(p.account_id, new.user_id) from projects p where p.id = new.project_id;
        return null;
      end $$;
      create function composition_members_keep() returns trigger language plpgsql as $$
      begin
        perform keep_member(c.account_id, new.user_id) from compositions c where c.id = new.composition_id;
        return null;
      end $$;
      create trigger account_members_keep after insert on account_members
        for each row execute function account_members_keep();
      create trigger project_members_keep after insert on project_members
        for each row execute function project_members_keep();
      create trigger composition_members_keep after insert on composition_members
        for each row execute function composition_members_keep();
      select keep_member(account_id, user_id) from (
        select account_id, user_id from account_members
        union select p.account_id, m.user_id from project_members m join projects p on p.id = m.project_id
        union select c.account_id, m.user_id from composition_members m join compositions c on c.id = m.composition_id
      ) granted;

      create table invitations (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        member_id uuid references members (id) on delete cascade,
        email text not null,
        role smallint not null check (role between 0 and 3),
        subject text not null check (subject in ('compositions', 'projects', 'accounts')),
        entity_ids uuid[] not null check (cardinality(entity_ids) > 0),
        is_request boolean not null default false,
        created_by uuid references users (id) on delete cascade,
        created_at timestamptz not null default now(),
        mailed_at timestamptz,
        expires_at timestamptz not null,
        expired_at timestamptz,
        accepted_at timestamptz,
        accepted_by uuid references users (id) on delete set null,
        declined_at timestamptz
      );
      create index invitations_account on invitations (account_id, created_at desc);
      create index invitations_member on invitations (member_id);
      create index invitations_entities on invitations using gin (entity_ids);
      create index invitations_due on invitations (expires_at) where accepted_at is null;
    `);
  },
};
