import { z } from 'zod';
import { defineEmail } from './define.ts';
import { greet, mailName } from './name.ts';

/** Informs the old address that it was replaced. */
export const emailChangedEmail = defineEmail({
  name: 'email-changed',
  props: z.object({ name: mailName.nullable(), email: z.string(), url: z.url() }),
  content: (language, { name, email, url }) =>
    ({
      en: {
        subject: 'Your address for Diorama has changed',
        preview: 'From now on you sign in with another address.',
        title: greet('en', name, 'your address has changed'),
        paragraphs: [
          `From now on you sign in with ${email}. Mails from Diorama go there as well.`,
          'If this was not you, write to our support at once.',
        ],
        action: { label: 'Open Diorama', url },
        footnote: 'You get this mail because this was the address of your account.',
      },
      es: {
        subject: 'Tu dirección para Diorama ha cambiado',
        preview: 'A partir de ahora inicias sesión con otra dirección.',
        title: greet('es', name, 'tu dirección ha cambiado'),
        paragraphs: [
          `A partir de ahora inicias sesión con ${email}. Los correos de Diorama también llegan ahí.`,
          'Si no has sido tú, escribe enseguida a nuestro soporte.',
        ],
        action: { label: 'Abrir Diorama', url },
        footnote: 'Recibes este correo porque esta era la dirección de tu cuenta.',
      },
    })[language],
});
