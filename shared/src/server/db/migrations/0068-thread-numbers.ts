import type { Migration } from '../migrate.ts';

/** Sequence numbers of threads per scene, so that a page need not count those before it. */
export const threadNumbers: Migration = {
  name: '0068-thread-numbers',
  up: async (trx) => {
    await trx.raw(`
      alter table comments add column number integer;
      update comments k set number = counted.number from (
        select id, row_number() over (partition by composition_id order by created_at, id) as number
        from comments where parent_id is null and deleted_at is null) counted
      where counted.id = k.id;
      create index comments_numbers on comments (composition_id, number) where number is not null;
      create or replace function comments_account() returns trigger language plpgsql as $$
      begin
        new.account_id := (select c.account_id from compositions c where c.id = new.composition_id);
        if new.parent_id is null then
          new.number := 1 + coalesce(
            (select max(k.number) from comments k where k.composition_id = new.composition_id and k.number is not null), 0);
        end if;
        return new;
      end $$;
    `);
  },
};
