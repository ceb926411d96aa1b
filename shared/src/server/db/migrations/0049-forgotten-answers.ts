import type { Migration } from '../migrate.ts';

/**
 * A stored response of an idempotency key contains a comment's text: when the text is deleted or changed, the
 * response is deleted too. The key is deleted as well, as a running request would store its response later. A
 * retry creates no second comment, because its id is derived from the key.
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
