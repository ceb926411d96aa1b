import type { Migration } from '../migrate.ts';

/**
 * Marks updates that restore a version, so that the state before them is kept exactly; such states are not
 * thinned with age. Comments from before a user's access count as read.
 */
export const replacedStates: Migration = {
  name: '0056-replaced-states',
  up: async (trx) => {
    await trx.raw(`
      alter table composition_updates add column replaces boolean not null default false;
      alter table scene_versions add column replaced boolean not null default false;
    `);
    await trx.raw(OLD_WORDS);
  },
};

/** Before a user gets a role, existing comments on the newly visible scenes are marked as read. */
const OLD_WORDS = `
  create function sees_scene(person uuid, scene compositions) returns boolean language sql stable as $$
    select exists (select 1 from accounts a where a.id = scene.account_id and a.owner_id = person)
      or exists (select 1 from account_members m where m.account_id = scene.account_id and m.user_id = person and m.role = 'admin')
      or exists (select 1 from composition_members m where m.composition_id = scene.id and m.user_id = person)
      or exists (select 1 from project_members m where m.project_id = scene.project_id and m.user_id = person)
  $$;

  create function composition_members_read() returns trigger language plpgsql as $$
  begin
    insert into comment_reads (user_id, comment_id)
      select new.user_id, k.id from compositions c join comments k on k.composition_id = c.id
      where c.id = new.composition_id and not sees_scene(new.user_id, c) on conflict do nothing;
    return new;
  end $$;
  create function project_members_read() returns trigger language plpgsql as $$
  begin
    insert into comment_reads (user_id, comment_id)
      select new.user_id, k.id from compositions c join comments k on k.composition_id = c.id
      where c.project_id = new.project_id and not sees_scene(new.user_id, c) on conflict do nothing;
    return new;
  end $$;
  create function account_members_read() returns trigger language plpgsql as $$
  begin
    insert into comment_reads (user_id, comment_id)
      select new.user_id, k.id from compositions c join comments k on k.composition_id = c.id
      where c.account_id = new.account_id and not sees_scene(new.user_id, c) on conflict do nothing;
    return new;
  end $$;
  create trigger composition_members_read before insert on composition_members
    for each row execute function composition_members_read();
  create trigger project_members_read before insert on project_members
    for each row execute function project_members_read();
  create trigger account_members_read before insert or update of role on account_members
    for each row when (new.role = 'admin') execute function account_members_read();`;
