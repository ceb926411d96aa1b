import type { Translation } from '../catalogues.ts';

export const messages: Translation<'translations'> = {
  'translations.empty':
    'Los visitantes ven los textos de la escena en su idioma. Los textos sin traducir se muestran en el idioma original.',
  'translations.original': 'Idioma original',
  'translations.original.none': 'Sin elegir',
  'translations.add': 'Añadir idioma',
  'translations.count': '{done} de {count}',
  'translations.open': 'Textos en {language}',
  'translations.remove': 'Eliminar {language}',
  'translations.title': 'Título de la escena',
  'translations.about': 'Descripción de la escena',
  'translations.none':
    'La escena aún no tiene textos: ni anotaciones, ni opciones, ni textos, ni descripciones.',
  'translations.more': 'Mostrar más textos',
};
