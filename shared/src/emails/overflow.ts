import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE, SOMEBODY } from './name.ts';

const A_SCENE = { en: 'a scene', es: 'una escena' } as const;

/** Somebody who works in a scene asks its owner to make room. */
export const overflowEmail = defineEmail({
  name: 'overflow',
  props: z.object({
    personName: mailName.nullable(),
    sceneName: mailName.nullable(),
    workspace: mailName.nullable(),
    url: z.url(),
  }),
  content: (language, { personName, sceneName, workspace, url }) => {
    const who = personName ?? SOMEBODY[language];
    const what = sceneName ?? A_SCENE[language];
    const where = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `${who} cannot go on with ${what}`,
        preview: `${capitalize(where)} holds more than its plan allows.`,
        title: `${who} asks you to make room`,
        paragraphs: [
          `${who} works on ${what} in ${where}, which holds more than its plan allows. Until there is room again, nobody can change its scenes.`,
          'Delete files you no longer need, or choose a plan with more room.',
        ],
        action: { label: 'Make room', url },
        footnote: `You get this mail, at most once a day, because you own ${where}.`,
      },
      es: {
        subject: `${who} no puede seguir con ${what}`,
        preview: `${capitalize(where)} contiene más de lo que permite su plan.`,
        title: `${who} te pide que hagas sitio`,
        paragraphs: [
          `${who} trabaja en ${what}, en ${where}, que contiene más de lo que permite su plan. Hasta que vuelva a haber sitio, nadie puede cambiar sus escenas.`,
          'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
        ],
        action: { label: 'Hacer sitio', url },
        footnote: `Recibes este correo, como mucho una vez al día, porque ${where} es tuyo.`,
      },
    }[language];
  },
});
