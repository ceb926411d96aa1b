import type { Catalogue, PluralKey } from './t.ts';

/**
 * Messages of the product by namespace: a path below the folder of a language. The English file is the type of a
 * namespace. Pages fetch the namespaces without a folder; those of a folder are parts of these, or the server's.
 */
export type Catalogues = {
  account: typeof import('./en/account.ts').messages;
  app: typeof import('./en/app.ts').messages;
  'app/dashboard': typeof import('./en/app/dashboard.ts').messages;
  'app/errors': typeof import('./en/app/errors.ts').messages;
  comments: typeof import('./en/comments.ts').messages;
  components: typeof import('./en/components.ts').messages;
  editor: typeof import('./en/editor.ts').messages;
  help: typeof import('./en/help.ts').messages;
  hints: typeof import('./en/hints.ts').messages;
  history: typeof import('./en/history.ts').messages;
  'import-messages': typeof import('./en/import-messages.ts').messages;
  'import-messages/workspace': typeof import('./en/import-messages/workspace.ts').messages;
  'import-report': typeof import('./en/import-report.ts').messages;
  interactions: typeof import('./en/interactions.ts').messages;
  library: typeof import('./en/library.ts').messages;
  notices: typeof import('./en/notices.ts').messages;
  operators: typeof import('./en/operators.ts').messages;
  options: typeof import('./en/options.ts').messages;
  support: typeof import('./en/support.ts').messages;
  translations: typeof import('./en/translations.ts').messages;
  palette: typeof import('./en/palette.ts').messages;
  panels: typeof import('./en/panels.ts').messages;
  'panels/building': typeof import('./en/panels/building.ts').messages;
  'panels/importing': typeof import('./en/panels/importing.ts').messages;
  'panels/looks': typeof import('./en/panels/looks.ts').messages;
  'panels/pictures': typeof import('./en/panels/pictures.ts').messages;
  'panels/scene': typeof import('./en/panels/scene.ts').messages;
  'panels/viewport': typeof import('./en/panels/viewport.ts').messages;
  pay: typeof import('./en/pay.ts').messages;
  people: typeof import('./en/people.ts').messages;
  reimagine: typeof import('./en/reimagine.ts').messages;
  'scene-sections': typeof import('./en/scene-sections.ts').messages;
  'server/defaults': typeof import('./en/server/defaults.ts').messages;
  'server/emails': typeof import('./en/server/emails.ts').messages;
  'server/errors': typeof import('./en/server/errors.ts').messages;
  'server/invoice': typeof import('./en/server/invoice.ts').messages;
  'server/library-categories': typeof import('./en/server/library-categories.ts').messages;
  'server/link-preview': typeof import('./en/server/link-preview.ts').messages;
  'server/mailbox': typeof import('./en/server/mailbox.ts').messages;
  'server/violations': typeof import('./en/server/violations.ts').messages;
  sharing: typeof import('./en/sharing.ts').messages;
  storage: typeof import('./en/storage.ts').messages;
  templates: typeof import('./en/templates.ts').messages;
  transfer: typeof import('./en/transfer.ts').messages;
  trash: typeof import('./en/trash.ts').messages;
  versions: typeof import('./en/versions.ts').messages;
  viewer: typeof import('./en/viewer.ts').messages;
  'viewer/xr': typeof import('./en/viewer/xr.ts').messages;
  'viewer-page': typeof import('./en/viewer-page.ts').messages;
  visits: typeof import('./en/visits.ts').messages;
};

export type NamespaceName = keyof Catalogues;

/** Namespaces that pages fetch. */
export type PageNamespace = Exclude<NamespaceName, `${string}/${string}`>;

/** English messages of a namespace, as a type. */
export type Messages<Name extends NamespaceName> = Catalogues[Name];

/** Messages of a namespace in another language, which may have plural forms that English has not. */
export type Translation<Name extends NamespaceName> = TranslationOf<Messages<Name>>;

type TranslationOf<English extends Catalogue> = Record<keyof English, string> & {
  readonly [Key in `${PluralKey<English>}.${Exclude<Intl.LDMLPluralRule, 'one' | 'other'>}`]?: string;
};
