import { z } from 'zod';
import { formatBytes } from '../i18n/format.ts';
import { defineEmail } from './define.ts';
import { capitalize, greet, mailName } from './name.ts';

/** Informs the inviter that a friend has joined, with the storage earned. */
export const referralJoinedEmail = defineEmail({
  name: 'referral-joined',
  props: z.object({
    name: mailName.nullable(),
    friendName: mailName.nullable(),
    /** Bytes earned by this friend; 0 beyond the maximum. */
    bonus: z.number().int().nonnegative(),
    /** Bytes earned by all friends. */
    earned: z.number().int().nonnegative(),
    url: z.url(),
  }),
  content: (language, { name, friendName, bonus, earned, url }) => {
    const more = formatBytes(language, bonus);
    const all = formatBytes(language, earned);
    const who = friendName ?? A_FRIEND[language];
    return {
      en: {
        subject: `${capitalize(who)} has joined Diorama`,
        preview: bonus > 0 ? `Your workspace has ${more} more storage.` : 'Thank you for the invitation.',
        title: greet('en', name, `${who} has joined`),
        paragraphs: [
          bonus > 0
            ? `Thank you. Your workspace has ${more} more storage, ${all} from friends in all.`
            : `Thank you. Your friends have earned ${all} already, which is the most there is.`,
        ],
        action: { label: 'See my friends', url },
        footnote: 'You get this mail because you invited them.',
      },
      es: {
        subject: `${capitalize(who)} se ha unido a Diorama`,
        preview:
          bonus > 0
            ? `Tu espacio de trabajo tiene ${more} más de almacenamiento.`
            : 'Gracias por la invitación.',
        title: greet('es', name, `${who} se ha unido`),
        paragraphs: [
          bonus > 0
            ? `Gracias. Tu espacio de trabajo tiene ${more} más de almacenamiento, ${all} en total gracias a tus amigos.`
            : `Gracias. Tus amigos ya te han dado ${all}, que es el máximo.`,
        ],
        action: { label: 'Ver mis amigos', url },
        footnote: 'Recibes este correo porque enviaste la invitación.',
      },
    }[language];
  },
});

const A_FRIEND = { en: 'a friend', es: 'un amigo' } as const;
