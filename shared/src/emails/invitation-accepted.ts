import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

/** Informs the inviter that the invited person has joined. */
export const invitationAcceptedEmail = defineEmail({
  name: 'invitation-accepted',
  props: z.object({
    personName: mailName.nullable(),
    email: z.string(),
    entityName: mailName.nullable(),
    url: z.url(),
  }),
  content: (language, { personName, email, entityName, url }) => {
    const who = personName ?? UNNAMED_ACTOR[language];
    return {
      en: {
        subject: `${who} has joined ${entityName === null ? 'what you share' : `“${entityName}”`}`,
        preview: `${email} has accepted your invitation.`,
        title: `${who} has joined ${entityName === null ? 'what you share' : `“${entityName}”`}`,
        paragraphs: [`${email} has accepted your invitation.`],
        action: { label: 'See who is in', url },
        footnote: 'You get this mail because you sent the invitation.',
      },
      es: {
        subject: `${who} se ha unido a ${entityName === null ? 'lo que compartes' : `«${entityName}»`}`,
        preview: `${email} ha aceptado tu invitación.`,
        title: `${who} se ha unido a ${entityName === null ? 'lo que compartes' : `«${entityName}»`}`,
        paragraphs: [`${email} ha aceptado tu invitación.`],
        action: { label: 'Ver quién está', url },
        footnote: 'Recibes este correo porque enviaste la invitación.',
      },
    }[language];
  },
});
