import { z } from 'zod';
import { defineEmail } from './define.ts';
import { greet, mailName } from './name.ts';

/** Informs a user about a changed password. */
export const passwordChangedEmail = defineEmail({
  name: 'password-changed',
  props: z.object({ name: mailName.nullable(), url: z.url() }),
  content: (language, { name, url }) =>
    ({
      en: {
        subject: 'Your password for Diorama has changed',
        preview: 'Other browsers have been signed out.',
        title: greet('en', name, 'your password has changed'),
        paragraphs: [
          'The password of your account has just been changed, and other browsers have been signed out.',
          'If this was not you, choose a new password right away.',
        ],
        action: { label: 'Choose a new password', url },
        footnote: 'If you changed it yourself, there is nothing to do.',
      },
      es: {
        subject: 'Tu contraseña de Diorama ha cambiado',
        preview: 'Se ha cerrado la sesión en los demás navegadores.',
        title: greet('es', name, 'tu contraseña ha cambiado'),
        paragraphs: [
          'La contraseña de tu cuenta acaba de cambiar, y se ha cerrado la sesión en los demás navegadores.',
          'Si no has sido tú, elige ahora mismo una nueva contraseña.',
        ],
        action: { label: 'Elegir una nueva contraseña', url },
        footnote: 'Si la has cambiado tú, no tienes que hacer nada.',
      },
    })[language],
});
