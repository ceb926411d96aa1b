import type { Migration } from '../migrate.ts';

/**
 * An answer that is kept for its key holds the words of a comment: when these go or change, it goes too, however that
 * comes about. A request that still runs would keep its answer later, so its key goes as well; its comment has an id
 * made of the key, and who asks again makes no second one.
 */
export const forgottenAnswers: Migration = {
  name: '0049-forgotten-answers',
  up: async (trx) => {
    await trx.raw(`
      create function forget_comment_answers() returns trigger language plpgsql as $$
      begin
        delete from idempotency_keys
        where route in ('createComment', 'createVisitorComment')
          and (user_id = old.author_id or (old.author_id is null and composition_id = old.composition_id))
          and (status is null or strpos(answer, old.id::text) > 0);
        return null;
      end $$;
      create trigger comments_forget_answers after delete or update of text on comments
        for each row when (old.text <> '') execute function forget_comment_answers();
    `);
  },
};
