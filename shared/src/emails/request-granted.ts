import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName } from './name.ts';

/** Tells somebody who asked that they are in. */
export const requestGrantedEmail = defineEmail({
  name: 'request-granted',
  props: z.object({ granterName: mailName, entityName: mailName, url: z.url() }),
  content: (language, { granterName, entityName, url }) =>
    ({
      en: {
        subject: `You can open “${entityName}” now`,
        preview: `${granterName} has let you in.`,
        title: `You can open “${entityName}” now`,
        paragraphs: [`${granterName} has let you in.`],
        action: { label: 'Open it', url },
        footnote: 'You get this mail because you asked for access.',
      },
      es: {
        subject: `Ya puedes abrir «${entityName}»`,
        preview: `${granterName} te ha dado acceso.`,
        title: `Ya puedes abrir «${entityName}»`,
        paragraphs: [`${granterName} te ha dado acceso.`],
        action: { label: 'Abrir', url },
        footnote: 'Recibes este correo porque pediste acceso.',
      },
    })[language],
});
