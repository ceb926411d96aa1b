import { z } from 'zod';
import { defineEmail } from './define.ts';

/** Asks the new address to confirm the change of address. */
export const emailChangeEmail = defineEmail({
  name: 'email-change',
  props: z.object({ url: z.url() }),
  content: (language, { url }) =>
    ({
      en: {
        subject: 'Confirm your new address for Diorama',
        preview: 'The link works once, within the next hour.',
        title: 'Is this your new address?',
        paragraphs: [
          'You asked to sign in with this address from now on. The link works once, within the next hour; until you open it nothing changes.',
        ],
        action: { label: 'Use this address', url },
        footnote: 'If you did not ask for this, ignore this mail.',
      },
      es: {
        subject: 'Confirma tu nueva dirección para Diorama',
        preview: 'El enlace funciona una sola vez, durante la próxima hora.',
        title: '¿Es esta tu nueva dirección?',
        paragraphs: [
          'Has pedido iniciar sesión con esta dirección a partir de ahora. El enlace funciona una sola vez, durante la próxima hora; hasta que lo abras no cambia nada.',
        ],
        action: { label: 'Usar esta dirección', url },
        footnote: 'Si no lo has pedido tú, ignora este correo.',
      },
    })[language],
});
