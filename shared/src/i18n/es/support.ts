import type { Translation } from '../catalogues.ts';

/** Spanish texts of the form for questions to the operator. */
export const messages: Translation<'support'> = {
  'support.title': 'Contactar con soporte',
  'support.intro':
    'Describe qué intentaste y qué ocurrió. Los operadores de esta instalación responden por correo.',
  'support.message': 'Tu pregunta',
  'support.email': 'Tu correo',
  'support.email.hint': 'Para poder responderte',
  'support.context': 'Se envía también: {facts}',
  'support.submit': 'Enviar',
  'support.sent.title': 'Pregunta enviada',
  'support.sent.text': 'Te responderemos por correo.',
};
