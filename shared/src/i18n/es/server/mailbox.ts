import type { Translation } from '../../catalogues.ts';
/** Spanish texts of the page of the local mailbox. */
export const messages: Translation<'server/mailbox'> = {
  title: 'Buzón de esta instalación',
  lead: 'Aquí llega todo el correo que envía esta instalación. Nada se entrega a sus destinatarios.',
  list: 'Correos',
  empty: 'Todavía no hay correos. Regístrate o invita a alguien y el correo aparecerá aquí.',
  gone: 'Este correo ya no se conserva.',
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
