/** English texts of the translations of a scene's own texts. */
export const messages = {
  'translations.empty':
    'Visitors see the texts of the scene in their language. What is not translated stays as it is.',
  'translations.original': 'Written in',
  'translations.original.none': 'Not chosen',
  'translations.add': 'Add a language',
  'translations.count': '{done} of {count}',
  'translations.open': 'Texts in {language}',
  'translations.remove': 'Delete {language}',
  'translations.title': 'Title of the scene',
  'translations.about': 'About the scene',
  'translations.none': 'The scene has no texts yet: no annotations, options, texts or descriptions.',
  'translations.more': 'Show more texts',
} as const;
