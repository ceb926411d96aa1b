/** English texts of the translations of a scene's own texts. */
export const messages = {
  'translations.empty':
    'Visitors see the scene’s texts in their language. Untranslated texts are shown in the original language.',
  'translations.original': 'Original language',
  'translations.original.none': 'Not set',
  'translations.add': 'Add language',
  'translations.count': '{done} of {count}',
  'translations.open': 'Texts in {language}',
  'translations.remove': 'Delete {language}',
  'translations.title': 'Scene title',
  'translations.about': 'Scene description',
  'translations.none': 'The scene has no texts yet: no annotations, options, texts or descriptions.',
  'translations.more': 'Show more texts',
} as const;
