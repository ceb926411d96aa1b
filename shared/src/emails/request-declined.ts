import { z } from 'zod';
import { defineEmail } from './define.ts';
import { greet, mailName } from './name.ts';

/** Informs the requester of a declined request, without names that the requester may not see. */
export const requestDeclinedEmail = defineEmail({
  name: 'request-declined',
  props: z.object({ name: mailName.nullable(), url: z.url() }),
  content: (language, { name, url }) =>
    ({
      en: {
        subject: 'Your request for access was declined',
        preview: 'The owner has decided against it.',
        title: greet('en', name, 'your request was declined'),
        paragraphs: [
          'The owner of what you asked to see has decided against it. If you think that is a mistake, ask them directly.',
        ],
        action: { label: 'Go to my scenes', url },
        footnote: 'You get this mail because you asked for access.',
      },
      es: {
        subject: 'Tu petición de acceso fue rechazada',
        preview: 'La persona propietaria no la ha aceptado.',
        title: greet('es', name, 'tu petición fue rechazada'),
        paragraphs: [
          'La persona propietaria de lo que pediste ver no ha aceptado tu petición. Si crees que es un error, pregúntale directamente.',
        ],
        action: { label: 'Ir a mis escenas', url },
        footnote: 'Recibes este correo porque pediste acceso.',
      },
    })[language],
});
