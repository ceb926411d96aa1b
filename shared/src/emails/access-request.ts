import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, SOMEBODY } from './name.ts';

/** Somebody asks the owner to be let in. */
export const accessRequestEmail = defineEmail({
  name: 'access-request',
  props: z.object({
    personName: mailName.nullable(),
    email: z.string(),
    entityName: mailName.nullable(),
    url: z.url(),
  }),
  content: (language, { personName, email, entityName, url }) => {
    const who = personName ?? SOMEBODY[language];
    return {
      en: {
        subject: `${who} asks for access to ${entityName === null ? 'what is yours' : `“${entityName}”`}`,
        preview: `${email} opened it and may not see it.`,
        title: `${who} asks for access to ${entityName === null ? 'what is yours' : `“${entityName}”`}`,
        paragraphs: [
          `${email} opened it and may not see it. You decide whether they may, and what they may do there.`,
          'If you do not answer, nothing changes.',
        ],
        action: { label: 'Answer', url },
        footnote:
          'You get this mail because it belongs to your workspace. The same person asks at most once a day.',
      },
      es: {
        subject: `${who} pide acceso a ${entityName === null ? 'algo tuyo' : `«${entityName}»`}`,
        preview: `${email} lo ha abierto y no puede verlo.`,
        title: `${who} pide acceso a ${entityName === null ? 'algo tuyo' : `«${entityName}»`}`,
        paragraphs: [
          `${email} lo ha abierto y no puede verlo. Tú decides si puede y qué puede hacer.`,
          'Si no respondes, no cambia nada.',
        ],
        action: { label: 'Responder', url },
        footnote:
          'Recibes este correo porque es de tu espacio de trabajo. La misma persona pide como mucho una vez al día.',
      },
    }[language];
  },
});
