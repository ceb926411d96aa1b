import type { Translation } from '../catalogues.ts';

/** Spanish texts of the form for questions to the operator. */
export const messages: Translation<'support'> = {
  'support.title': 'Contactar con soporte',
  'support.intro':
    'Cuenta qué intentaste y qué pasó en su lugar. Quienes administran esta instalación responden por correo.',
  'support.message': 'Tu pregunta',
  'support.email': 'Tu correo',
  'support.email.hint': 'Para poder responderte',
  'support.context': 'Se envía también: {facts}',
  'support.submit': 'Enviar',
  'support.sent.title': 'Tu pregunta está en camino',
  'support.sent.text': 'La respuesta llegará por correo.',
};
