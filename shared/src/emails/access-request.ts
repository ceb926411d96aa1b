import { z } from 'zod';
import { defineEmail } from './define.ts';

/** Somebody asks the owner to be let in. */
export const accessRequestEmail = defineEmail({
  name: 'access-request',
  props: z.object({ personName: z.string(), email: z.string(), entityName: z.string(), url: z.url() }),
  content: (language, { personName, email, entityName, url }) =>
    ({
      en: {
        subject: `${personName} asks for access to “${entityName}”`,
        preview: `${email} opened it and may not see it.`,
        title: `${personName} asks for access to “${entityName}”`,
        paragraphs: [
          `${email} opened it and may not see it. You decide whether they may, and what they may do there.`,
          'If you do not answer, nothing changes.',
        ],
        action: { label: 'Answer', url },
        footnote:
          'You get this mail because it belongs to your workspace. The same person asks at most once a day.',
      },
      es: {
        subject: `${personName} pide acceso a «${entityName}»`,
        preview: `${email} lo ha abierto y no puede verlo.`,
        title: `${personName} pide acceso a «${entityName}»`,
        paragraphs: [
          `${email} lo ha abierto y no puede verlo. Tú decides si puede y qué puede hacer.`,
          'Si no respondes, no cambia nada.',
        ],
        action: { label: 'Responder', url },
        footnote:
          'Recibes este correo porque es de tu espacio de trabajo. La misma persona pide como mucho una vez al día.',
      },
    })[language],
});
