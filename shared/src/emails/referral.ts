import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

/** Invites a friend to Diorama. */
export const referralEmail = defineEmail({
  name: 'referral',
  props: z.object({ referrerName: mailName.nullable(), url: z.url() }),
  content: (language, { referrerName, url }) => {
    const who = referrerName ?? UNNAMED_ACTOR[language];
    return {
      en: {
        subject: `${who} invites you to Diorama`,
        preview: 'Make 3D scenes, share them, and see them in augmented reality.',
        title: `${who} would like you to try Diorama`,
        paragraphs: [
          'Diorama is a studio in the browser: arrange models and lights, work on a scene together, and put it into the room around you with a phone.',
          'It is free to begin with.',
        ],
        action: { label: 'Create my workspace', url },
        footnote: `You get this mail because ${who} entered your address. If you do not sign up, we will not write again.`,
      },
      es: {
        subject: `${who} te invita a Diorama`,
        preview: 'Crea escenas 3D, compártelas y míralas en realidad aumentada.',
        title: `${who} quiere que pruebes Diorama`,
        paragraphs: [
          'Diorama es un estudio en el navegador: coloca modelos y luces, trabaja en equipo en una escena y ponla en tu habitación con el móvil.',
          'Empezar es gratis.',
        ],
        action: { label: 'Crear mi espacio de trabajo', url },
        footnote: `Recibes este correo porque ${who} escribió tu dirección. Si no te registras, no volveremos a escribirte.`,
      },
    }[language];
  },
});
