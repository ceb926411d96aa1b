import type { Migration } from '../migrate.ts';

/**
 * Columns and indexes for pages of members, threads or library items. The name that a member is listed under
 * and the workspace of a comment are stored in their rows, where triggers maintain them.
 */
export const pageIndexes: Migration = {
  name: '0015-pages',
  up: async (trx) => {
    await trx.raw(`
      alter table members add column listed_as text collate natural_order not null default '';
      update members m set listed_as = coalesce((select u.name from users u where u.id = m.user_id), m.email);
      create function members_list_as() returns trigger language plpgsql as $$
      begin
        new.listed_as := coalesce((select u.name from users u where u.id = new.user_id), new.email);
        return new;
      end $$;
      create trigger members_list_as before insert or update of user_id, email on members
        for each row execute function members_list_as();
      create function users_list_as() returns trigger language plpgsql as $$
      begin
        update members set listed_as = new.name where user_id = new.id;
        return null;
      end $$;
      create trigger users_list_as after update of name on users
        for each row when (old.name is distinct from new.name) execute function users_list_as();
      create index members_list on members (account_id, (user_id is null), listed_as, id);

      alter table comments add column account_id uuid references accounts (id) on delete cascade;
      update comments k set account_id = c.account_id from compositions c where c.id = k.composition_id;
      alter table comments alter column account_id set not null;
      create function comments_account() returns trigger language plpgsql as $$
      begin
        new.account_id := (select c.account_id from compositions c where c.id = new.composition_id);
        return new;
      end $$;
      create trigger comments_account before insert on comments
        for each row execute function comments_account();
      create index comments_list on comments (account_id, active_at desc, id)
        where parent_id is null and deleted_at is null;

      create index library_items_list on library_items (account_id, kind, created_at desc, id);
      create index assets_shelf on assets (account_id, type, created_at desc, id)
        where deleted_at is null and status = 'ready';
    `);
  },
};
