import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName } from './name.ts';

/** Tells whoever invited somebody that they have come. */
export const invitationAcceptedEmail = defineEmail({
  name: 'invitation-accepted',
  props: z.object({ personName: mailName, email: z.string(), entityName: mailName, url: z.url() }),
  content: (language, { personName, email, entityName, url }) =>
    ({
      en: {
        subject: `${personName} has joined “${entityName}”`,
        preview: `${email} has accepted your invitation.`,
        title: `${personName} has joined “${entityName}”`,
        paragraphs: [`${email} has accepted your invitation.`],
        action: { label: 'See who is in', url },
        footnote: 'You get this mail because you sent the invitation.',
      },
      es: {
        subject: `${personName} se ha unido a «${entityName}»`,
        preview: `${email} ha aceptado tu invitación.`,
        title: `${personName} se ha unido a «${entityName}»`,
        paragraphs: [`${email} ha aceptado tu invitación.`],
        action: { label: 'Ver quién está', url },
        footnote: 'Recibes este correo porque enviaste la invitación.',
      },
    })[language],
});
