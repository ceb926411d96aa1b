import { z } from 'zod';
import { defineEmail } from './define.ts';
import { greet, mailName } from './name.ts';

/** Sends the link for choosing a new password. */
export const passwordResetEmail = defineEmail({
  name: 'password-reset',
  props: z.object({ name: mailName.nullable(), url: z.url() }),
  content: (language, { name, url }) =>
    ({
      en: {
        subject: 'Choose a new password for Diorama',
        preview: 'The link works once, within the next hour.',
        title: greet('en', name, 'choose a new password'),
        paragraphs: [
          'Somebody, hopefully you, asked to set a new password. The link works once, within the next hour.',
        ],
        action: { label: 'Choose a new password', url },
        footnote: 'If you did not ask for this, ignore this mail: your password stays as it is.',
      },
      es: {
        subject: 'Elige una nueva contraseña para Diorama',
        preview: 'El enlace funciona una sola vez, durante la próxima hora.',
        title: greet('es', name, 'elige una nueva contraseña'),
        paragraphs: [
          'Alguien, esperamos que tú, ha pedido cambiar la contraseña. El enlace funciona una sola vez, durante la próxima hora.',
        ],
        action: { label: 'Elegir una nueva contraseña', url },
        footnote: 'Si no lo has pedido tú, ignora este correo: tu contraseña no cambia.',
      },
    })[language],
});
