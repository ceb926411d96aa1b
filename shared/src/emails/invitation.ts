import { z } from 'zod';
import { PERMISSIONS, SUBJECTS } from '../domain/roles.ts';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

/** With its preposition, which Spanish contracts with the article. */
const TO = {
  en: {
    compositions: (name: string | null) => (name === null ? 'to a scene' : `to the scene “${name}”`),
    projects: (name: string | null) => (name === null ? 'to a project' : `to the project “${name}”`),
    accounts: (name: string | null) => (name === null ? 'to a workspace' : `to the workspace “${name}”`),
  },
  es: {
    compositions: (name: string | null) => (name === null ? 'a una escena' : `a la escena «${name}»`),
    projects: (name: string | null) => (name === null ? 'a un proyecto' : `al proyecto «${name}»`),
    accounts: (name: string | null) =>
      name === null ? 'a un espacio de trabajo' : `al espacio de trabajo «${name}»`,
  },
} as const;
const MAY = {
  en: {
    edit: 'As an editor you can change it together with the others.',
    view: 'As a viewer you can look around and comment.',
    admin: 'As an admin you can do everything there but pay for it.',
    guest: 'As a guest you see what is shared with you.',
  },
  es: {
    edit: 'Como editor puedes modificarlo junto con los demás.',
    view: 'Como lector puedes mirarlo y comentarlo.',
    admin: 'Como administrador puedes hacerlo todo, salvo pagar.',
    guest: 'Como invitado ves lo que se comparte contigo.',
  },
} as const;

/** Invites an address to scenes, projects or a workspace. Names of unconfirmed senders are left out. */
export const invitationEmail = defineEmail({
  name: 'invitation',
  props: z.object({
    inviterName: mailName.nullable(),
    subject: z.enum(SUBJECTS),
    entityName: mailName.nullable(),
    /** Number of entities besides the named one. */
    others: z.number().int().nonnegative(),
    permission: z.enum(PERMISSIONS),
    url: z.url(),
  }),
  content: (language, { inviterName, subject, entityName, others, permission, url }) => {
    const who = inviterName ?? UNNAMED_ACTOR[language];
    const to = TO[language][subject](entityName);
    return {
      en: {
        subject: `${who} invites you ${to}`,
        preview: `${MAY.en[permission]} The invitation holds for seven days.`,
        title: `${who} invites you ${to}`,
        paragraphs: [
          ...(others > 0 ? [`And to ${others} more.`] : []),
          MAY.en[permission],
          'Diorama is a studio for 3D scenes in the browser. If you have no account yet, you make one on the way; it is free.',
          'The invitation holds for seven days.',
        ],
        action: { label: 'See the invitation', url },
        footnote: `You get this mail because ${who} entered your address. If you do not know them, ignore it: nothing happens.`,
      },
      es: {
        subject: `${who} te invita ${to}`,
        preview: `${MAY.es[permission]} La invitación vale siete días.`,
        title: `${who} te invita ${to}`,
        paragraphs: [
          ...(others > 0 ? [`Y a ${others} más.`] : []),
          MAY.es[permission],
          'Diorama es un estudio de escenas 3D en el navegador. Si aún no tienes cuenta, la creas por el camino; es gratis.',
          'La invitación vale siete días.',
        ],
        action: { label: 'Ver la invitación', url },
        footnote: `Recibes este correo porque ${who} escribió tu dirección. Si no conoces a esa persona, ignóralo: no pasa nada.`,
      },
    }[language];
  },
});
