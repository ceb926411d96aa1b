import { type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { type ViewerMessages, viewerEn } from '@diorama/shared/i18n/viewer.en.ts';
import { viewerEs } from '@diorama/shared/i18n/viewer.es.ts';
import { type ViewerPageMessages, viewerPageEn } from '@diorama/shared/i18n/viewer-page.en.ts';
import { viewerPageEs } from '@diorama/shared/i18n/viewer-page.es.ts';

type PageMessages = ViewerMessages & ViewerPageMessages;

/** Texts of the public page in one language: those of the embed, and more. */
export type PageTranslate = Translate<PageMessages>;

/** Texts of the page in a language. */
export function pageTranslateOf(language: Language): PageTranslate {
  return translator<PageMessages>(
    language,
    language === 'es' ? { ...viewerEs, ...viewerPageEs } : { ...viewerEn, ...viewerPageEn },
  );
}
