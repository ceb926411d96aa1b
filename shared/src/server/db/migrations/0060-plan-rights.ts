import type { Migration } from '../migrate.ts';

/** Rechecks the rights of everyone in a scene when its workspace's plan or earned storage changes. */
export const planRights: Migration = {
  name: '0060-plan-rights',
  up: async (trx) => {
    await trx.raw(`
      create or replace trigger access_change_6 after update on accounts for each row
        when (old.is_active <> new.is_active or old.owner_id is distinct from new.owner_id
          or old.plan <> new.plan or old.referral_joined <> new.referral_joined)
        execute function access_change_6();
    `);
  },
};
