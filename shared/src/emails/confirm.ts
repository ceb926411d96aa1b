import { z } from 'zod';
import { defineEmail } from './define.ts';

/** Asks a new user to confirm the address, without a name as the address may belong to another person. */
export const confirmEmail = defineEmail({
  name: 'confirm',
  props: z.object({ url: z.url() }),
  content: (language, { url }) =>
    ({
      en: {
        subject: 'Welcome to Diorama: confirm your address',
        preview: 'One click, and your account is complete.',
        title: 'Welcome to Diorama',
        paragraphs: [
          'Your workspace is ready: begin with an empty scene or a template, share it with a link, and see it in your room with a phone.',
          'Please confirm that this address is yours, so that you can always get back into your account.',
        ],
        action: { label: 'Confirm my address', url },
        footnote: 'If you did not sign up, somebody mistyped their address: ignore this mail.',
      },
      es: {
        subject: 'Te damos la bienvenida a Diorama: confirma tu dirección',
        preview: 'Un clic y tu cuenta estará completa.',
        title: 'Te damos la bienvenida a Diorama',
        paragraphs: [
          'Tu espacio de trabajo está listo: empieza con una escena vacía o una plantilla, compártela con un enlace y mírala en tu habitación con el móvil.',
          'Confirma que esta dirección es tuya, para que siempre puedas recuperar tu cuenta.',
        ],
        action: { label: 'Confirmar mi dirección', url },
        footnote: 'Si no te has registrado, alguien escribió mal su dirección: ignora este correo.',
      },
    })[language],
});
