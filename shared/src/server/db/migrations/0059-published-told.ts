import type { Migration } from '../migrate.ts';

/**
 * Notifies gateways when a different output of a scene is published, as visitors hold URLs of the previous
 * one.
 */
export const publishedTold: Migration = {
  name: '0059-published-told',
  up: async (trx) => {
    await trx.raw(`
      create function access_change_published() returns trigger language plpgsql as $$
      begin
        insert into access_changes (kind, subject) values ('scene', new.id);
        return null;
      end $$;
      create trigger access_change_published after update on compositions for each row
        when (old.published_output_id is distinct from new.published_output_id)
        execute function access_change_published();
    `);
  },
};
