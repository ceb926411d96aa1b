import type { Translation } from '../../catalogues.ts';
/** Spanish texts of the page of the local mailbox. */
export const messages: Translation<'server/mailbox'> = {
  title: 'Buzón de la instalación',
  lead: 'Aquí llegan todos los correos que envía esta instalación. Nada se envía a los destinatarios.',
  list: 'Correos',
  empty: 'Todavía no hay correos. Regístrate o invita a alguien y el correo aparecerá aquí.',
  gone: 'Este correo ya no está disponible.',
  noSubject: '(sin asunto)',
  from: 'De',
  to: 'Para',
  received: 'Recibido',
  attachments: 'Adjuntos',
  html: 'Con formato',
  text: 'Texto sin formato',
  source: 'Descargar el original',
  back: 'Todos los correos',
  kept: 'Se conservan los {mails} correos más recientes.',
};
