import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

/** Informs the owner about a request for access. */
export const accessRequestEmail = defineEmail({
  name: 'access-request',
  props: z.object({
    personName: mailName.nullable(),
    email: z.string(),
    entityName: mailName.nullable(),
    url: z.url(),
  }),
  content: (language, { personName, email, entityName, url }) => {
    const who = personName ?? UNNAMED_ACTOR[language];
    // A hidden name means an unconfirmed address, which may belong to another person.
    const opener = {
      en: personName === null ? `Somebody who gave the address ${email}, but has not confirmed it,` : email,
      es: personName === null ? `Alguien que dio la dirección ${email}, pero no la ha confirmado,` : email,
    };
    return {
      en: {
        subject: `${who} asks for access to ${entityName === null ? 'what is yours' : `“${entityName}”`}`,
        preview: `${opener.en} opened it and may not see it.`,
        title: `${who} asks for access to ${entityName === null ? 'what is yours' : `“${entityName}”`}`,
        paragraphs: [
          `${opener.en} opened it and may not see it. You decide whether they may, and what they may do there.`,
          'If you do not answer, nothing changes.',
        ],
        action: { label: 'Answer', url },
        footnote:
          'You get this mail because it belongs to your workspace. The same person asks at most once a day.',
      },
      es: {
        subject: `${who} pide acceso a ${entityName === null ? 'algo tuyo' : `«${entityName}»`}`,
        preview: `${opener.es} lo ha abierto y no puede verlo.`,
        title: `${who} pide acceso a ${entityName === null ? 'algo tuyo' : `«${entityName}»`}`,
        paragraphs: [
          `${opener.es} lo ha abierto y no puede verlo. Tú decides si puede y qué puede hacer.`,
          'Si no respondes, no cambia nada.',
        ],
        action: { label: 'Responder', url },
        footnote:
          'Recibes este correo porque es de tu espacio de trabajo. La misma persona pide como mucho una vez al día.',
      },
    }[language];
  },
});
