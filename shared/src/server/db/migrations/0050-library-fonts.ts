import type { Migration } from '../migrate.ts';

/** Fonts as a library category. */
export const libraryFonts: Migration = {
  name: '0050-library-fonts',
  up: async (trx) => {
    await trx.raw(`
      alter table library_items
        drop constraint library_items_kind_check,
        add constraint library_items_kind_check check (kind in ('model', 'material', 'texture', 'hdri', 'font'));
    `);
  },
};
