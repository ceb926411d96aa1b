import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

/** Informs the requester of granted access. */
export const requestGrantedEmail = defineEmail({
  name: 'request-granted',
  props: z.object({ granterName: mailName.nullable(), entityName: mailName.nullable(), url: z.url() }),
  content: (language, { granterName, entityName, url }) => {
    const who = granterName ?? UNNAMED_ACTOR[language];
    return {
      en: {
        subject: `You can open ${entityName === null ? 'what you asked for' : `“${entityName}”`} now`,
        preview: `${who} has let you in.`,
        title: `You can open ${entityName === null ? 'what you asked for' : `“${entityName}”`} now`,
        paragraphs: [`${who} has let you in.`],
        action: { label: 'Open it', url },
        footnote: 'You get this mail because you asked for access.',
      },
      es: {
        subject: `Ya puedes abrir ${entityName === null ? 'lo que pediste' : `«${entityName}»`}`,
        preview: `${who} te ha dado acceso.`,
        title: `Ya puedes abrir ${entityName === null ? 'lo que pediste' : `«${entityName}»`}`,
        paragraphs: [`${who} te ha dado acceso.`],
        action: { label: 'Abrir', url },
        footnote: 'Recibes este correo porque pediste acceso.',
      },
    }[language];
  },
});
